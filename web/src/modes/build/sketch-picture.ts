import type { Place } from '../../model/drawing/bars.ts'
import { barsOf } from '../../model/drawing/bars.ts'
import { beltArcs, endsOf } from '../../model/drawing/belts.ts'
import { gearName } from '../../model/drawing/mobility.ts'
import type { Curve } from '../../model/drawing/motion.ts'
import { angleOf, linkOf, pointOf, radiiOf, type Sketch } from '../../model/drawing/sketch.ts'
import { Marks, svgElement } from './marks.ts'
import type { PlaneView } from './plane-view.ts'

/** The unfinished part, while the pointer is down or the cursor is shown. */
export interface Preview {
  readonly from: Place
  readonly to: Place
  /** Next to the pointer. */
  readonly words: string
  /** Of wheels about both ends [m]. */
  readonly radii?: readonly [number, number]
  /** Whether a belt runs round them. */
  readonly isBelt?: boolean
  /** Whether the pointer pulls a part. */
  readonly isPull?: boolean
}

export interface Picture {
  readonly sketch: Sketch
  readonly curves: readonly Curve[]
  /** Links and gears that are one too many. */
  readonly redundant: ReadonlySet<string>
  readonly selected: string | undefined
  readonly preview: Preview | undefined
  /** Of the keyboard. */
  readonly cursor: Place | undefined
}

/** Layers from back to front, by the prefixes of keys. */
const layers = [
  ...[
    'grid',
    'number',
    'curve',
    'rail',
    'gear',
    'body',
    'edge',
    'spoke',
    'line',
    'spring',
    'ground',
    'block'
  ],
  ...['point', 'motor', 'name', 'preview', 'cursor']
]

/** Pixels between the grid's lines, at least. */
export const gridPixels = 14

const writeMillimeters = (meters: number) =>
  String(Number((1000 * meters).toFixed(3))).replace('-', '\u2212')

/** Space for the text next to the pointer [px]. */
const longestWords = 190

/** Draws sketches over the stage: the grid, links and pins, and where points go. */
export class SketchPicture {
  readonly element: SVGElement
  readonly #marks: Marks
  readonly #view: PlaneView

  constructor(view: PlaneView) {
    this.#view = view
    this.element = svgElement('svg', { class: 'sketch' })
    const hatch = svgElement('pattern', {
      id: 'sketch-hatch',
      width: 6,
      height: 6,
      patternUnits: 'userSpaceOnUse',
      patternTransform: 'rotate(45)'
    })
    hatch.append(svgElement('rect', { width: 2.5, height: 6, class: 'sketch-hatch' }))
    const definitions = svgElement('defs')
    definitions.append(hatch)
    this.element.append(definitions)
    const layer = svgElement('g')
    this.element.append(layer)
    this.#marks = new Marks(layer, layers)
  }

  draw({ sketch, curves, redundant, selected, preview, cursor }: Picture): void {
    this.#grid()
    for (const curve of curves) this.#curve(curve)
    for (const gear of sketch.gears) this.#gear(sketch, gear, redundant.has(gearName(gear)))
    for (const spring of sketch.springs) this.#spring(sketch, spring)
    for (const { id } of sketch.links)
      this.#link(sketch, id, redundant.has(id), selected === `link ${id}`)
    for (const slider of sketch.sliders) this.#slider(sketch, slider)
    for (const point of sketch.points) this.#point(sketch, point.id, selected === point.id)
    for (const motor of sketch.motors) this.#motor(sketch, motor)
    if (preview) this.#preview(preview)
    if (cursor) this.#cursor(cursor)
    this.#marks.end()
  }

  #at(place: Place): string {
    return this.#view
      .onScreen(place)
      .map((pixels) => pixels.toFixed(1))
      .join(' ')
  }

  #grid(): void {
    const { clientWidth: width, clientHeight: height } = this.element
    for (const [name, pixels] of [
      ['minor', gridPixels],
      ['major', 5 * gridPixels]
    ] as const) {
      const step = this.#view.grid(pixels)
      const [left, top] = this.#view.placeAt([0, 0])
      const [right, bottom] = this.#view.placeAt([width, height])
      const lines: string[] = []
      const most = 400
      for (let i = Math.ceil(left / step); i <= right / step && lines.length < most; i++)
        lines.push(`M${this.#view.onScreen([i * step, 0])[0].toFixed(1)} 0v${height}`)
      for (let i = Math.ceil(bottom / step); i <= top / step && lines.length < most; i++)
        lines.push(`M0 ${this.#view.onScreen([0, i * step])[1].toFixed(1)}h${width}`)
      this.#marks.put(`grid ${name}`, 'path', { class: `sketch-${name}`, d: lines.join('') })
    }
    this.#numbers(width, height)
  }

  /** Millimetres along the upper and the right edge, where nothing else is written. */
  #numbers(width: number, height: number): void {
    const step = this.#view.grid(5 * gridPixels)
    const [left, top] = this.#view.placeAt([0, 112])
    const [right, bottom] = this.#view.placeAt([width - 112, height - 72])
    const put = (key: string, at: number, look: Record<string, number | string>, unit = '') => {
      const written = writeMillimeters(at * step) + unit
      this.#marks.put(`number ${key}`, 'text', { class: 'sketch-number', ...look }, written)
    }
    const last = Math.floor(right / step)
    for (let i = Math.ceil(left / step); i <= last && last - i < 100; i++) {
      const [x] = this.#view.onScreen([i * step, 0])
      put(`x ${i}`, i, { x: x + 4, y: 12 }, i === last ? ' mm' : '')
    }
    const highest = Math.floor(top / step)
    for (let i = highest; i >= bottom / step && highest - i < 100; i--) {
      const [, y] = this.#view.onScreen([0, i * step])
      put(`z ${i}`, i, { x: width - 6, y: y - 4, 'text-anchor': 'end' })
    }
  }

  #curve({ point, places, isClosed }: Curve): void {
    const d = `M${places.map((place) => this.#at(place)).join('L')}${isClosed ? 'z' : ''}`
    this.#marks.put(`curve ${point}`, 'path', { class: 'sketch-curve', d })
  }

  #gear(sketch: Sketch, gear: Sketch['gears'][number], isRedundant: boolean): void {
    const radii = radiiOf(sketch, gear)
    for (const [i, wheel] of [gear.a, gear.b].entries()) {
      const { x, z } = pointOf(sketch, wheel.point)
      const [cx, cy] = this.#view.onScreen([x, z])
      // A belt goes round its pulley's rim.
      const r = Math.max(0, (radii[i] ?? 0) * this.#view.scale - (gear.belt === undefined ? 0 : 3))
      const look = {
        class: 'sketch-gear',
        cx,
        cy,
        r,
        'data-redundant': String(isRedundant)
      }
      this.#marks.put(`gear ${gear.id} ${i}`, 'circle', look)
      const link = linkOf(sketch, wheel.link)
      const angle = angleOf(sketch, link)
      const reach = radii[i] ?? 0
      const rim: Place = [x + reach * Math.cos(angle), z + reach * Math.sin(angle)]
      const d = `M${this.#at([x, z])}L${this.#at(rim)}`
      this.#edged(`spoke ${gear.id} ${i}`, { class: 'sketch-spoke', d })
    }
    if (gear.belt === undefined) return
    const [a, b] = [gear.a, gear.b].map(({ point }): Place => {
      const { x, z } = pointOf(sketch, point)
      return [x, z]
    })
    const look = { class: 'sketch-belt', 'data-redundant': String(isRedundant) }
    if (a && b) this.#marks.put(`gear ${gear.id}`, 'path', { ...look, d: this.#belt(a, b, radii) })
  }

  /** A belt round two wheels; counterclockwise is so on the screen, too. */
  #belt(a: Place, b: Place, radii: readonly [number, number]): string {
    const runs = beltArcs(a, b, radii).map((arc) => {
      const r = (arc.radius * this.#view.scale).toFixed(1)
      const [from, to] = endsOf(arc).map((place) => this.#at(place))
      return `${from}A${r} ${r} 0 ${arc.sweep > Math.PI ? 1 : 0} 0 ${to}`
    })
    return `M${runs.join('L')}z`
  }

  #spring(sketch: Sketch, { id, from, to }: Sketch['springs'][number]): void {
    const [a, b] = [pointOf(sketch, from), pointOf(sketch, to)]
    const [dx, dz] = [b.x - a.x, b.z - a.z]
    const way = Math.hypot(dx, dz) || 1
    const wide = 6 / this.#view.scale / way
    const corners = Array.from({ length: 17 }, (_, i) => {
      const t = 0.12 + (0.76 * i) / 16
      const off = i === 0 || i === 16 ? 0 : i % 2 ? wide : -wide
      return this.#at([a.x + t * dx - off * dz, a.z + t * dz + off * dx])
    })
    const d = `M${this.#at([a.x, a.z])}L${corners.join('L')}L${this.#at([b.x, b.z])}`
    this.#marks.put(`spring ${id}`, 'path', { class: 'sketch-spring', d })
  }

  #link(sketch: Sketch, id: string, isRedundant: boolean, isSelected: boolean): void {
    const link = linkOf(sketch, id)
    const places = link.points.map((point): Place => {
      const { x, z } = pointOf(sketch, point)
      return [x, z]
    })
    const d = barsOf(places)
      .map(({ from, to }) => `M${this.#at(from)}L${this.#at(to)}`)
      .join('')
    if (!d) return
    const width = Math.max(6, link.width * this.#view.scale)
    this.#marks.put(`body ${id}`, 'path', {
      class: 'sketch-body',
      d,
      'stroke-width': width,
      'data-redundant': String(isRedundant)
    })
    this.#marks.put(`edge ${id}`, 'path', { class: 'sketch-edge', d })
    this.#marks.put(`line ${id}`, 'path', {
      class: link.fixed ? 'sketch-line fixed' : 'sketch-line',
      d,
      'data-selected': String(isSelected)
    })
  }

  #slider(sketch: Sketch, slider: Sketch['sliders'][number]): void {
    const { x, z } = pointOf(sketch, slider.point)
    const carrier = slider.on === undefined ? undefined : linkOf(sketch, slider.on)
    const angle = slider.angle + (carrier ? angleOf(sketch, carrier) : 0)
    const long = 60 / this.#view.scale
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const d = `M${this.#at([x - long * c, z - long * s])}L${this.#at([x + long * c, z + long * s])}`
    if (!carrier) this.#marks.put(`rail ${slider.id}`, 'path', { class: 'sketch-rail', d })
    const [px, py] = this.#view.onScreen([x, z])
    this.#marks.put(`block ${slider.id}`, 'rect', {
      class: 'sketch-block',
      x: px - 13,
      y: py - 8,
      width: 26,
      height: 16,
      transform: `rotate(${((-angle * 180) / Math.PI).toFixed(2)} ${px} ${py})`
    })
  }

  #point(sketch: Sketch, id: string, isSelected: boolean): void {
    const { x, z, ground } = pointOf(sketch, id)
    const [cx, cy] = this.#view.onScreen([x, z])
    if (ground) {
      const d = `M${cx} ${cy}l-8 13h16zM${cx - 12} ${cy + 13}h24`
      this.#marks.put(`ground ${id}`, 'path', { class: 'sketch-ground', d })
    }
    const look = { class: 'sketch-point', cx, cy, r: 4.5, 'data-selected': String(isSelected) }
    this.#marks.put(`point ${id}`, 'circle', look)
    // Next to the arrow of a motor.
    const off = sketch.motors.some(({ point }) => point === id) ? 14 : 8
    this.#marks.put(`name ${id}`, 'text', { class: 'sketch-name', x: cx + off, y: cy - off }, id)
  }

  #motor(sketch: Sketch, { id, point, speed }: Sketch['motors'][number]): void {
    const { x, z } = pointOf(sketch, point)
    const [cx, cy] = this.#view.onScreen([x, z])
    const [from, to, sweep] = speed < 0 ? [cx - 13, cx + 13, 1] : [cx + 13, cx - 13, 0]
    const tip = speed < 0 ? `M${to - 5} ${cy - 4}l5 5 4 -6` : `M${to + 5} ${cy - 4}l-5 5 -4 -6`
    const d = `M${from} ${cy}A13 13 0 0 ${sweep} ${to} ${cy}${tip}`
    this.#edged(`motor ${id}`, { class: 'sketch-motor', d })
  }

  /** A line that is seen on bright bodies, too. */
  #edged(key: string, look: { readonly class: string; readonly d: string }): void {
    this.#marks.put(`edge ${key}`, 'path', { class: 'sketch-edge', d: look.d })
    this.#marks.put(key, 'path', look)
  }

  #preview({ from, to, words, radii, isBelt, isPull }: Preview): void {
    const d = `M${this.#at(from)}L${this.#at(to)}`
    this.#marks.put('preview', 'path', { class: isPull ? 'sketch-pull' : 'sketch-preview', d })
    if (radii && isBelt) {
      const look = { class: 'sketch-preview', d: this.#belt(from, to, radii) }
      this.#marks.put('preview belt', 'path', look)
    }
    for (const [i, radius] of (isBelt ? [] : (radii ?? [])).entries()) {
      const [cx, cy] = this.#view.onScreen(i === 0 ? from : to)
      const look = { class: 'sketch-preview', cx, cy, r: radius * this.#view.scale }
      this.#marks.put(`preview wheel ${i}`, 'circle', look)
    }
    const [x, y] = this.#view.onScreen(to)
    const { clientWidth, clientHeight } = this.element
    const below = y + 22 + (radii?.[1] ?? 0) * this.#view.scale
    const isNearEdge = x > clientWidth - longestWords
    const place = {
      x: isNearEdge ? x - 14 : x + 14,
      y: Math.min(below, clientHeight - 12),
      'text-anchor': isNearEdge ? 'end' : 'start'
    }
    this.#marks.put('preview words', 'text', { class: 'sketch-words', ...place }, words)
  }

  #cursor(place: Place): void {
    const [x, y] = this.#view.onScreen(place)
    const d = `M${x - 10} ${y}h20M${x} ${y - 10}v20`
    this.#marks.put('cursor', 'path', { class: 'sketch-cursor', d })
  }
}
