// Plots as SVG text: panels of lines with axes, linear or logarithmic, or of bars, and one legend.

const colors = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#555555',
  '#b5a400',
  '#7b3fa0',
  '#8c4a1f',
  '#000000',
  '#5f9ea0'
]
const margin = { left: 64, right: 14, top: 34, bottom: 46 }
const panelSize = { width: 560, height: 340 }
const legendRow = 22

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const short = (number) => Number(number.toFixed(2))

function text(x, y, content, attributes = '') {
  return `<text x="${short(x)}" y="${short(y)}" ${attributes}>${escaped(content)}</text>`
}

/** Round numbers between two others: about `count` of them, or the powers of ten. */
function ticksBetween(low, high, isLogarithmic, count = 6) {
  if (isLogarithmic) {
    const powers = []
    const decades = Math.log10(high / low)
    const every = Math.ceil(decades / 8) || 1
    const within = decades < 2 ? [1, 2, 5] : [1]
    for (let p = Math.floor(Math.log10(low)); 10 ** p <= high; p++)
      for (const factor of within) {
        const tick = Number(`${factor}e${p}`)
        const isInside = tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)
        if (p % every === 0 && isInside) powers.push(tick)
      }
    return powers
  }
  const rough = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough)
  const ticks = []
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++)
    ticks.push(i * step)
  return ticks
}

/** Maps values of an axis to pixels. */
function scaleOf(values, isLogarithmic, from, to) {
  let low = Math.min(...values)
  let high = Math.max(...values)
  if (!isLogarithmic) {
    const slack = (high - low || 1) * 0.04
    low -= slack
    high += slack
  }
  const at = isLogarithmic ? Math.log10 : (value) => value
  const slope = (to - from) / (at(high) - at(low) || 1)
  const place = (value) => from + (at(value) - at(low)) * slope
  return { place, ticks: ticksBetween(low, high, isLogarithmic) }
}

function label(value) {
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e4 || size < 1e-3)) return value.toExponential().replace('e+', 'e')
  return String(Number(value.toPrecision(3)))
}

/** The y axis: title, lines across at its ticks, label. */
function upwardAxis({ title, yLabel }, y, right) {
  const bottom = panelSize.height - margin.bottom
  const parts = [text(margin.left, 20, title, 'class="title"')]
  for (const tick of y.ticks) {
    const at = short(y.place(tick))
    parts.push(`<path class="grid" d="M${margin.left} ${at}H${right}"/>`)
    parts.push(text(margin.left - 6, at + 4, label(tick), 'text-anchor="end"'))
  }
  const middle = (margin.top + bottom) / 2
  const turned = `text-anchor="middle" transform="rotate(-90 14 ${middle})"`
  parts.push(text(14, middle, yLabel, turned))
  return parts
}

function barsText(panel, width, styleOf) {
  const right = width - margin.right
  const bottom = panelSize.height - margin.bottom
  const bars = panel.groups.flatMap((group) => group.bars)
  const values = bars.flatMap(({ value, mark = value }) => [value, mark])
  const low = Math.min(...values) / 1.5
  const y = scaleOf([low, ...values], true, bottom, margin.top)
  const parts = upwardAxis(panel, y, right)
  const room = (right - margin.left) / panel.groups.length
  panel.groups.forEach((group, i) => {
    const start = margin.left + room * (i + 0.08)
    const thick = (0.84 * room) / group.bars.length
    group.bars.forEach(({ name, value, mark }, k) => {
      const [x, top] = [short(start + thick * k), short(y.place(value))]
      const size = `width="${short(0.88 * thick)}" height="${short(bottom - top)}"`
      parts.push(`<rect x="${x}" y="${top}" ${size} fill="${styleOf(name).color}"/>`)
      if (mark !== undefined)
        parts.push(`<path class="mark" d="M${x} ${short(y.place(mark))}h${short(0.88 * thick)}"/>`)
    })
    const middle = margin.left + room * (i + 0.5)
    parts.push(text(middle, bottom + 16, group.name, 'text-anchor="middle"'))
  })
  return parts.join('\n')
}

/** A line's stroke, and the sign at a point of it. */
const strokeText = ({ color, dash }) =>
  `stroke="${color}"${dash ? ` stroke-dasharray="${dash}"` : ''}`

function signText(x, y, { color, isSquare }) {
  return isSquare
    ? `<rect x="${short(x - 2.4)}" y="${short(y - 2.4)}" width="4.8" height="4.8" fill="${color}"/>`
    : `<circle cx="${short(x)}" cy="${short(y)}" r="2.6" fill="${color}"/>`
}

function linesText(panel, width, styleOf) {
  const { xLabel, series, isLogarithmic = false } = panel
  const isLogarithmicUp = panel.isLogarithmicUp ?? isLogarithmic
  const right = width - margin.right
  const bottom = panelSize.height - margin.bottom
  const points = series.flatMap((line) => line.points)
  const x = scaleOf(
    points.map((point) => point[0]),
    isLogarithmic,
    margin.left,
    right
  )
  const y = scaleOf(
    points.map((point) => point[1]),
    isLogarithmicUp,
    bottom,
    margin.top
  )
  const parts = upwardAxis(panel, y, right)
  for (const tick of x.ticks) {
    const at = short(x.place(tick))
    parts.push(`<path class="grid" d="M${at} ${margin.top}V${bottom}"/>`)
    parts.push(text(at, bottom + 16, label(tick), 'text-anchor="middle"'))
  }
  parts.push(text((margin.left + right) / 2, bottom + 36, xLabel, 'text-anchor="middle"'))
  for (const { name, points: line, hasMarks } of series) {
    const placed = line.map((point) => [x.place(point[0]), y.place(point[1])])
    const path = placed.map((place) => place.map(short).join(' ')).join('L')
    const style = styleOf(name)
    parts.push(`<path d="M${path}" fill="none" ${strokeText(style)} stroke-width="1.8"/>`)
    if (hasMarks) for (const place of placed) parts.push(signText(...place, style))
  }
  return parts.join('\n')
}

/**
 * An SVG document of panels side by side, `columns` in a row. Panels: { title, xLabel, yLabel,
 * isLogarithmic, isLogarithmicUp, series: [{ name, points: [[x, y]], hasMarks }] }; the second is
 * about the y axis alone. Panels of bars: { title, yLabel, groups: [{ name, bars: [{ name, value,
 * mark }] }] }, the axis logarithmic, with a line across a bar at `mark`. Series of the same name have the
 * same color in all panels, or the style of that name: { color, dash, isSquare }, a pattern of SVG's and
 * whether the marks are squares. `width` [px] is that of a panel.
 */
export function figure({ panels, columns = 1, width: panelWidth = panelSize.width, styles = {} }) {
  const drawn = (panel) => panel.series ?? panel.groups.flatMap((group) => group.bars)
  const names = [...new Set(panels.flatMap((panel) => drawn(panel).map(({ name }) => name)))]
  const styleOf = (name) => styles[name] ?? { color: colors[names.indexOf(name) % colors.length] }
  const width = columns * panelWidth
  const legend = []
  let [at, row] = [margin.left, 0]
  for (const name of names) {
    const length = 48 + 7 * name.length
    if (at > margin.left && at + length > width) [at, row] = [margin.left, row + 1]
    legend.push(
      `<path d="M${at} ${16 + legendRow * row}h22" ${strokeText(styleOf(name))} stroke-width="3"/>` +
        text(at + 28, 20 + legendRow * row, name)
    )
    at += length
  }
  const legendHeight = legendRow * (row + 1) + 8
  const height = Math.ceil(panels.length / columns) * panelSize.height + legendHeight
  const textOf = (panel, ...rest) => (panel.groups ? barsText : linesText)(panel, ...rest)
  const placed = panels.map((panel, i) => {
    const x = (i % columns) * panelWidth
    const y = Math.floor(i / columns) * panelSize.height + legendHeight
    return `<g transform="translate(${x} ${y})">\n${textOf(panel, panelWidth, styleOf)}\n</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>text { font: 12px sans-serif; fill: #222 } .title { font-weight: bold; font-size: 13px } .grid { stroke: #ddd; fill: none } .mark { stroke: #000; stroke-width: 2.4 }</style>
<rect width="100%" height="100%" fill="#fff"/>
${legend.join('\n')}
${placed.join('\n')}
</svg>
`
}
