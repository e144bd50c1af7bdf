import { Signal } from '@preact/signals-core'
import type { Linkwork } from 'linkwork'
import type { Place } from '../../model/drawing/bars.ts'
import {
  addGear,
  addLink,
  addSlider,
  addSpring,
  changePoint,
  type End,
  erase,
  place,
  remove,
  toggleGround,
  toggleMotor
} from '../../model/drawing/editing.ts'
import { bodiesOf } from '../../model/drawing/joining.ts'
import { localOf, Puller } from '../../model/drawing/motion.ts'
import { pointOf, radiiOf, type Sketch } from '../../model/drawing/sketch.ts'
import { direction, endAt, gearAt, snap, springAt } from '../../model/drawing/snapping.ts'
import { writeDegrees, writeFixed } from '../../model/numbers.ts'
import type { ModeHost } from '../mode.ts'
import type { Editor } from './editor.ts'
import type { Preview } from './sketch-picture.ts'

/** The tools by their keys. */
export const toolKeys = {
  select: 'V',
  link: 'L',
  pivot: 'P',
  slider: 'S',
  gear: 'G',
  belt: 'B',
  spring: 'N',
  motor: 'M',
  ground: 'T',
  erase: 'X'
} as const

export type ToolName = keyof typeof toolKeys

/** How a press was made. */
export interface Press {
  /** How near something must be to be meant [m]. */
  readonly reach: number
  /** Distance of the grid's lines [m]. */
  readonly grid: number
  /** Whether a pivot that is dragged changes dimensions. */
  readonly resizes: boolean
}

const millimeters = (meters: number) => writeFixed(1000 * meters, meters < 0.09995 ? 1 : 0)

/** Applies the pointer or the keyboard cursor to the drawing with the chosen tool. */
export class Tools {
  readonly tool = new Signal<ToolName>('select')
  /** Whether pivots are dragged along their freedoms, or change dimensions. */
  readonly dragging = new Signal<'move' | 'resize'>('move')
  /** A point by its name, or "link NAME". */
  readonly selected = new Signal<string | undefined>(undefined)
  readonly #editor: Editor
  readonly #host: ModeHost
  #linkwork: Linkwork | undefined
  #strokes = 0
  #start: { readonly end: End; readonly press: Press; readonly sketch: Sketch } | undefined
  #now: Place = [0, 0]
  /** Digits of a length in millimeters, or of a ratio. */
  #typed = ''
  #puller: Puller | undefined
  #pulls = false

  constructor(editor: Editor, host: ModeHost) {
    this.#editor = editor
    this.#host = host
  }

  use(linkwork: Linkwork): void {
    this.#linkwork = linkwork
  }

  get isBusy(): boolean {
    return this.#start !== undefined
  }

  /** The unfinished part. */
  get preview(): Preview | undefined {
    if (!this.#start) return undefined
    const from = this.#from()
    if (this.tool.value === 'select') {
      const to = this.#now
      return this.#pulls ? { from, to, words: '', isPull: true } : undefined
    }
    const target = this.#target()
    const to = target.place
    if (this.#isPair) return this.#pair(from, this.#start.end, target)
    const way = Math.hypot(to[0] - from[0], to[1] - from[1])
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
    const written = this.#typed || millimeters(way)
    return { from, to, words: `${written} mm, ${writeDegrees(angle)}` }
  }

  /** The wheels that would be made. */
  #pair(from: Place, end: End, target: End): Preview {
    const to = target.place
    const after = this.#editor.drawing && this.#paired(this.#editor.drawing, end, target)
    const gear = after !== this.#editor.drawing && after?.gears.at(-1)
    if (!after || !gear) return { from, to, words: '' }
    const radii = radiiOf(after, gear)
    const ratio = this.#typed || Number(gear.ratio.toPrecision(3))
    const words = `ratio ${ratio}: ${radii.map(millimeters).join(' and ')} mm`
    return { from, to, words, radii, isBelt: gear.belt !== undefined }
  }

  /** Whether two wheels are drawn. */
  get #isPair(): boolean {
    return this.tool.value === 'gear' || this.tool.value === 'belt'
  }

  #paired(sketch: Sketch, end: End, target: End): Sketch {
    const ratio = Number(this.#typed) || undefined
    return addGear(sketch, end, target, { ratio, isBelt: this.tool.value === 'belt' })
  }

  press(at: Place, press: Press): void {
    const { drawing } = this.#editor
    if (!drawing) return
    this.#strokes += 1
    this.#typed = ''
    this.#now = at
    const isGrab = ['select', 'erase', 'motor', 'pivot'].includes(this.tool.value)
    const end = isGrab ? endAt(drawing, at, press.reach) : snap(drawing, at, press)
    this.#start = { end, press, sketch: drawing }
    if (this.tool.value === 'select') this.#grab(drawing, end)
  }

  move(at: Place): void {
    this.#now = at
    const { end, press, sketch } = this.#start ?? {}
    if (!end || !press || !sketch || this.tool.value !== 'select' || end.point === undefined) return
    if (this.#pulls) this.#pull(sketch, end.point)
    else if (this.#puller) {
      const moved = this.#puller.pull(end.point, at)
      if (moved) this.#draw({ ...moved, springs: sketch.springs })
    } else {
      const others = {
        ...sketch,
        points: sketch.points.filter(({ id }) => id !== end.point),
        links: []
      }
      const [x, z] = snap({ ...others, gears: [] }, at, { ...press, reach: 0 }).place
      this.#draw(changePoint(sketch, end.point, { x, z }))
    }
  }

  release(at: Place): void {
    if (!this.#start) return
    this.#now = at
    const { end, sketch, press } = this.#start
    const target = this.#target()
    const tool = this.tool.value
    const after = tool === 'select' ? undefined : this.#after(tool, sketch, end, target, press)
    this.cancel()
    if (after && after !== sketch) this.#draw(after)
  }

  cancel(): void {
    if (this.#pulls) this.#host.run.send({ type: 'release' })
    this.#puller?.dispose()
    this.#puller = undefined
    this.#pulls = false
    this.#start = undefined
    this.#typed = ''
  }

  /** A key while something is being drawn: digits are its length or ratio. Whether it was taken. */
  type(key: string): boolean {
    if (!this.#start || !(this.#isPair || this.tool.value === 'link')) return false
    if (/^[\d.]$/.test(key)) this.#typed += key
    else if (key === 'Backspace') this.#typed = this.#typed.slice(0, -1)
    else if (key === 'Enter' && this.#typed) this.release(this.#now)
    else return false
    return true
  }

  /** Deletes the selection. Returns whether there was any. */
  deleteSelected(): boolean {
    const { drawing } = this.#editor
    const name = this.selected.value
    if (!drawing || name === undefined) return false
    const end: End = name.startsWith('link ')
      ? { place: [0, 0], link: name.slice(5) }
      : { place: [0, 0], point: name }
    this.#strokes += 1
    this.selected.value = undefined
    this.#draw(erase(drawing, end))
    return true
  }

  #draw(sketch: Sketch): void {
    this.#editor.draw(sketch, `stroke ${this.#strokes}`)
  }

  #from(): Place {
    const { end } = this.#start ?? {}
    const point = end?.point !== undefined && this.#editor.drawing
    if (!end || !point) return end?.place ?? this.#now
    const { x, z } = pointOf(point, end.point ?? '')
    return [x, z]
  }

  /** The end point that the pointer selects during drawing. */
  #target(): End {
    const { press, end } = this.#start ?? {}
    const { drawing } = this.#editor
    if (!press || !end || !drawing) return { place: this.#now }
    const isLength = this.#typed !== '' && this.tool.value === 'link'
    const length = isLength ? Number(this.#typed) / 1000 : undefined
    return snap(drawing, this.#now, { ...press, from: end.place, length: length || undefined })
  }

  #grab(sketch: Sketch, end: End): void {
    this.selected.value = end.point ?? (end.link === undefined ? undefined : `link ${end.link}`)
    if (end.point === undefined) return
    const { press } = this.#start ?? {}
    const isGround = pointOf(sketch, end.point).ground
    if (press?.resizes || this.dragging.value === 'resize' || isGround) return
    if (this.#host.settings.playing.value) {
      this.#pulls = true
      return
    }
    if (this.#linkwork) this.#puller = new Puller(this.#linkwork, sketch)
  }

  /** The pointer holds a point of the running mechanism. */
  #pull(sketch: Sketch, point: string): void {
    const link = sketch.links.find(({ points, fixed }) => points.includes(point) && !fixed)
    if (!link) return
    const body = bodiesOf(sketch).indexOf(link.id)
    const [px, pz] = localOf(sketch, link.id, point)
    const [x, z] = this.#now
    const { run } = this.#host
    run.send({ type: 'pull', body, localPoint: [px, 0, pz], target: [x, 0, z] })
  }

  #after(
    tool: Exclude<ToolName, 'select'>,
    sketch: Sketch,
    end: End,
    target: End,
    press: Press
  ): Sketch {
    const far = Math.hypot(target.place[0] - end.place[0], target.place[1] - end.place[1])
    const isDrag = far > press.reach
    switch (tool) {
      case 'link':
        return isDrag ? addLink(sketch, end, target) : sketch
      case 'pivot':
        return end.link === undefined ? sketch : place(sketch, end).sketch
      case 'slider': {
        const angle = isDrag ? direction(end.place, target.place) : 0
        return addSlider(sketch, end, angle, isDrag ? target.link : undefined)
      }
      case 'gear':
      case 'belt':
        return isDrag ? this.#paired(sketch, end, target) : sketch
      case 'spring':
        return isDrag ? addSpring(sketch, end, target) : sketch
      case 'motor':
        return end.point === undefined ? sketch : toggleMotor(sketch, end.point)
      case 'ground':
        return toggleGround(sketch, end)
      case 'erase':
        return this.#erased(sketch, end, press)
    }
  }

  #erased(sketch: Sketch, end: End, { reach }: Press): Sketch {
    if (end.point !== undefined) {
      const motor = sketch.motors.find(({ point }) => point === end.point)
      const slider = sketch.sliders.find(({ point }) => point === end.point)
      if (motor) return remove(sketch, 'motors', motor.id)
      if (slider) return remove(sketch, 'sliders', slider.id)
    }
    if (end.point !== undefined || end.link !== undefined) return erase(sketch, end)
    const spring = springAt(sketch, this.#now, reach)
    if (spring) return remove(sketch, 'springs', spring)
    const gear = gearAt(sketch, this.#now, reach)
    return gear ? remove(sketch, 'gears', gear) : sketch
  }
}
