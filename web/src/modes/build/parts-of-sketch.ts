import { changeLink, changePoint } from '../../model/drawing/editing.ts'
import { withLength } from '../../model/drawing/relaxing.ts'
import {
  distanceOf,
  type Material,
  materials,
  mostOfWay,
  pointOf,
  radiiOf,
  type Sketch,
  type SketchGear,
  type SketchLink
} from '../../model/drawing/sketch.ts'
import { writeFixed } from '../../model/numbers.ts'
import { h } from '../../ui/dom.ts'
import type { Editor } from './editor.ts'

const millimeters = 1000
const degrees = 180 / Math.PI

/** Fields for dimensions, materials, motors and ground points of a drawing. */
export function partsOfSketch(
  editor: Editor,
  sketch: Sketch,
  say: (words: string) => void
): HTMLElement[] {
  const draw = (change: (sketch: Sketch) => Sketch) => {
    const { drawing } = editor
    if (drawing) editor.draw(change(drawing))
  }
  const links = sketch.links.map((link) => linkRow(sketch, link, draw, say))
  const lists = [
    section('Links', links),
    section(
      'Gears',
      sketch.gears.filter(({ belt }) => belt === undefined).map((gear) => gearRow(gear, draw))
    ),
    section(
      'Belts',
      sketch.gears
        .filter(({ belt }) => belt !== undefined)
        .map((belt) => beltRow(sketch, belt, draw, say))
    ),
    section(
      'Sliders',
      sketch.sliders.map((slider) =>
        row(`${slider.id} at ${slider.point}`, [
          number('Direction', '°', slider.angle, degrees, (angle) => {
            draw((each) => ({ ...each, sliders: changed(each.sliders, slider.id, { angle }) }))
            return true
          })
        ])
      )
    ),
    section(
      'Springs',
      sketch.springs.map((spring) => {
        const field = (
          label: string,
          unit: string,
          key: 'stiffness' | 'damping' | 'rest',
          factor = 1
        ) =>
          number(label, unit, spring[key], factor, (value) => {
            if (value >= 0)
              draw((each) => ({
                ...each,
                springs: changed(each.springs, spring.id, { [key]: value })
              }))
            return value >= 0
          })
        return row(`${spring.id}: ${spring.from} to ${spring.to}`, [
          field('Stiffness', 'N/m', 'stiffness'),
          field('Damping', 'N s/m', 'damping'),
          field('Slack at', 'mm', 'rest', millimeters)
        ])
      })
    ),
    section(
      'Motors',
      sketch.motors.map((motor) =>
        row(`${motor.id}: ${motor.link} at ${motor.point}`, [
          number('Speed', 'rad/s', motor.speed, 1, (speed) => {
            draw((each) => ({ ...each, motors: changed(each.motors, motor.id, { speed }) }))
            return true
          })
        ])
      )
    ),
    section(
      'Points',
      sketch.points.map(({ id, x, z }) => {
        const field = (label: string, key: 'x' | 'z', value: number) =>
          number(label, 'mm', value, millimeters, (place) => {
            draw((each) => changePoint(each, id, { [key]: place }))
            return true
          })
        return row(id, [field('x', 'x', x), field('z', 'z', z)])
      })
    )
  ]
  const note = h('p', { class: 'section-note' }, 'Nothing is drawn yet: drag to draw a link.')
  const filled = lists.filter((each) => each !== null)
  return filled.length > 0 ? filled : [h('section', { class: 'build-section' }, note)]
}

type Draw = (change: (sketch: Sketch) => Sketch) => void

function linkRow(
  sketch: Sketch,
  link: SketchLink,
  draw: Draw,
  say: (words: string) => void
): HTMLElement {
  const [first] = link.points
  const lengths = link.points.slice(1).map((point) => {
    const pair = [first ?? point, point] as const
    const [a, b] = [pointOf(sketch, pair[0]), pointOf(sketch, point)]
    const label = `${pair[0]} to ${point}`
    return number(label, 'mm', Math.hypot(b.x - a.x, b.z - a.z), millimeters, (length) => {
      const found = length > 0 && withLength(sketch, pair, length)
      if (found) draw((each) => withLength(each, pair, length) ?? each)
      else say(`Nothing closes with ${label} of ${writeFixed(length * millimeters, 1)} mm.`)
      return found !== false && found !== undefined
    })
  })
  const size = (label: string, key: 'width' | 'thickness') =>
    number(label, 'mm', link[key], millimeters, (value) => {
      if (value > 0) draw((each) => changeLink(each, link.id, { [key]: value }))
      return value > 0
    })
  return row(link.id, [
    ...lengths,
    materialField(link, draw),
    size('Width', 'width'),
    size('Thickness', 'thickness')
  ])
}

const pairName = ({ id, a, b }: SketchGear) => `${id}: ${a.link} and ${b.link}`

const withGear = (draw: Draw, { id }: SketchGear, by: Partial<SketchGear>) =>
  draw((each) => ({ ...each, gears: changed(each.gears, id, by) }))

function gearRow(gear: SketchGear, draw: Draw): HTMLElement {
  const ratioField = number('Ratio', '', gear.ratio, 1, (ratio) => {
    const isFit = gear.inner ? ratio > 1 : ratio > 0
    if (isFit) withGear(draw, gear, { ratio })
    return isFit
  })
  return row(pairName(gear), [ratioField])
}

/** The ratio is that of the radii. Either can be typed; the wheel of a keeps its size. */
function beltRow(
  sketch: Sketch,
  gear: SketchGear,
  draw: Draw,
  say: (words: string) => void
): HTMLElement {
  const { a, b } = gear
  const [radius, other] = radiiOf(sketch, gear)
  const most = mostOfWay * distanceOf(sketch, a.point, b.point)
  const set = (belt: number, second: number) => {
    const isFit = belt > 0 && second > 0 && belt + second <= most
    if (isFit) withGear(draw, gear, { belt, ratio: belt / second })
    else
      say(
        `The wheels of ${gear.id} would meet: their radii may add up to ${writeFixed(most * millimeters, 0)} mm.`
      )
    return isFit
  }
  return row(pairName(gear), [
    number('Ratio', '', gear.ratio, 1, (ratio) => set(radius, radius / ratio)),
    number(`Radius at ${a.point}`, 'mm', radius, millimeters, (typed) => set(typed, other)),
    number(`Radius at ${b.point}`, 'mm', other, millimeters, (typed) => set(radius, typed))
  ])
}

function materialField({ id, material }: SketchLink, draw: Draw): HTMLElement {
  const names = Object.keys(materials) as Material[]
  const control = h('select', {}, ...names.map((name) => h('option', { value: name }, name)))
  control.value = material
  control.addEventListener('change', () =>
    draw((each) => changeLink(each, id, { material: control.value as Material }))
  )
  return h('label', { class: 'part-field' }, h('span', {}, 'Material'), control)
}

const changed = <Item extends { readonly id: string }>(
  list: readonly Item[],
  id: string,
  by: Partial<Item>
): Item[] => list.map((each) => (each.id === id ? { ...each, ...by } : each))

function section(title: string, rows: HTMLElement[]): HTMLElement | null {
  return rows.length > 0
    ? h('section', { class: 'build-section' }, h('h2', {}, title), ...rows)
    : null
}

export function row(name: string, fields: HTMLElement[]): HTMLElement {
  const title = h('span', { class: 'part-name' }, name)
  return h('div', { class: 'part-row', role: 'group', 'aria-label': name }, title, ...fields)
}

/** A field for a number; `accept` says whether it can be. */
export function number(
  label: string,
  unit: string,
  value: number,
  factor: number,
  accept: (value: number) => boolean
): HTMLElement {
  const written = String(Number((value * factor).toPrecision(5)))
  const input = h('input', { inputmode: 'decimal', value: written })
  input.addEventListener('change', () => {
    const typed = Number(input.value.replace(',', '.').replace('\u2212', '-')) / factor
    const isAccepted = input.value.trim() !== '' && Number.isFinite(typed) && accept(typed)
    if (!isAccepted) input.value = written
  })
  input.addEventListener('keydown', ({ key }) => key === 'Enter' && input.blur())
  const after = unit ? [h('span', { class: 'unit' }, unit)] : []
  return h('label', { class: 'part-field' }, h('span', {}, label), input, ...after)
}
