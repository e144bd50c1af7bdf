import type { Place } from '../../model/drawing/bars.ts'
import { h, setText } from '../../ui/dom.ts'
import type { ModeHost } from '../mode.ts'
import type { Analysis } from './analysis.ts'
import type { Editor } from './editor.ts'
import { PlaneView } from './plane-view.ts'
import { gridPixels, SketchPicture } from './sketch-picture.ts'
import type { Press, Tools } from './tools.ts'

/** How near the pointer and a finger must come [px]. */
const reaches = { mouse: 10, pen: 14, touch: 24 } as const
/** The grid's lines that the pointer snaps to are a fifth of those drawn apart. */
const wheelSpeed = 0.0012

/** The drawing over the stage, with its pointer and keyboard input. */
export class SketchLayer {
  readonly element: HTMLElement
  readonly #editor: Editor
  readonly #tools: Tools
  readonly #analysis: Analysis
  readonly #view: PlaneView
  readonly #picture: SketchPicture
  readonly #fingers = new Map<number, Place>()
  #pans = false
  /** Of the keyboard [m]; undefined while the pointer is used. */
  #cursor: Place | undefined

  constructor(editor: Editor, tools: Tools, analysis: Analysis, host: ModeHost) {
    this.#editor = editor
    this.#tools = tools
    this.#analysis = analysis
    this.#view = new PlaneView(() => host.run.stage.value)
    this.#picture = new SketchPicture(this.#view)
    const { element: svg } = this.#picture
    svg.setAttribute('tabindex', '0')
    svg.setAttribute('role', 'application')
    svg.setAttribute(
      'aria-label',
      'Drawing. Arrows move the cursor, Enter presses and releases, Escape ends.'
    )
    const badge = h('p', { class: 'sketch-badge-words' })
    const remark = h('p', { class: 'sketch-remark' })
    analysis.result.subscribe((result) => {
      setText(badge, result.badge)
      setText(remark, result.remark)
    })
    this.element = h('div', { class: 'sketch-over', hidden: true })
    this.element.append(svg, h('div', { class: 'sketch-badge', role: 'status' }, badge, remark))
    // The pointer takes the focus from fields, and leaves it to the keyboard to go round the drawing.
    svg.addEventListener('mousedown', (event) => {
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    svg.addEventListener('pointerdown', (event) => this.#down(event as PointerEvent))
    svg.addEventListener('pointermove', (event) => this.#move(event as PointerEvent))
    svg.addEventListener('pointerup', (event) => this.#up(event as PointerEvent))
    svg.addEventListener('pointercancel', (event) => {
      this.#fingers.delete((event as PointerEvent).pointerId)
      this.#pans = false
      tools.cancel()
    })
    svg.addEventListener('wheel', (event) => this.#wheel(event as WheelEvent), { passive: false })
    svg.addEventListener('contextmenu', (event) => event.preventDefault())
    svg.addEventListener('keydown', (event) => this.#key(event as KeyboardEvent))
    svg.addEventListener('blur', () => (this.#cursor = undefined))
  }

  /** Turns the camera to the plane. */
  face(): void {
    if (!this.#view.isFacing) this.#view.face()
  }

  /** Gives the stage its perspective back. */
  leave(): void {
    this.#view.setFlat(false)
  }

  /** At every animation frame. */
  draw(): void {
    const { drawing } = this.#editor
    this.element.hidden = drawing === undefined
    this.#view.setFlat(drawing !== undefined)
    if (!drawing) return
    this.#picture.draw({
      sketch: drawing,
      curves: this.#analysis.result.value.curves,
      redundant: this.#analysis.result.value.redundant,
      selected: this.#tools.selected.value,
      preview: this.#tools.preview,
      cursor: this.#cursor
    })
    this.element.toggleAttribute('data-running', this.#editor.isRunning)
  }

  #pressBy(reach: number, resizes: boolean): Press {
    const { scale } = this.#view
    return { reach: reach / scale, grid: this.#view.grid(gridPixels / 2), resizes }
  }

  #place(event: PointerEvent): Place {
    const box = this.#picture.element.getBoundingClientRect()
    return this.#view.placeAt([event.clientX - box.left, event.clientY - box.top])
  }

  #down(event: PointerEvent): void {
    this.#cursor = undefined
    const { element } = this.#picture
    element.setPointerCapture(event.pointerId)
    this.#fingers.set(event.pointerId, [event.clientX, event.clientY])
    if (!this.#view.isFacing) {
      this.#view.face()
      return
    }
    if (this.#fingers.size > 1 || event.button !== 0) {
      this.#tools.cancel()
      this.#pans = true
      return
    }
    const reach = reaches[event.pointerType as keyof typeof reaches] ?? reaches.mouse
    this.#tools.press(this.#place(event), this.#pressBy(reach, event.altKey))
    const isEmpty = this.#tools.selected.value === undefined
    this.#pans = this.#tools.tool.value === 'select' && isEmpty
  }

  #move(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId)
    if (!before) return
    const now: Place = [event.clientX, event.clientY]
    if (this.#pans) this.#panBy(event.pointerId, before, now)
    else this.#tools.move(this.#place(event))
    this.#fingers.set(event.pointerId, now)
  }

  /** One finger pans; of two their middle does, and their distance zooms. */
  #panBy(id: number, before: Place, now: Place): void {
    const others = [...this.#fingers].filter(([each]) => each !== id)
    const share = 1 / (others.length + 1)
    this.#view.pan(share * (now[0] - before[0]), share * (now[1] - before[1]))
    const [other] = others
    if (!other) return
    const far = ([x, y]: Place) => Math.hypot(x - other[1][0], y - other[1][1])
    if (far(now) > 0 && far(before) > 0) this.#view.zoom(far(before) / far(now))
  }

  #up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId)) return
    if (!this.#pans) this.#tools.release(this.#place(event))
    else this.#tools.cancel()
    if (this.#fingers.size === 0) this.#pans = false
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    this.#view.zoom(Math.exp(wheelSpeed * lines * event.deltaY))
  }

  #key(event: KeyboardEvent): void {
    const { key, shiftKey, altKey } = event
    if (event.ctrlKey || event.metaKey) return
    const press = this.#pressBy(reaches.mouse, altKey)
    const step = press.grid * (shiftKey ? 10 : 1)
    const way = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1]
    }[key]
    if (this.#tools.type(key)) this.#take(event)
    else if (way) {
      this.#take(event)
      const { clientWidth, clientHeight } = this.#picture.element
      const [x, z] = this.#cursor ?? this.#onGrid([clientWidth / 2, clientHeight / 2], press.grid)
      this.#cursor = [x + step * (way[0] ?? 0), z + step * (way[1] ?? 0)]
      this.#tools.move(this.#cursor)
    } else if (key === 'Enter' && this.#cursor) {
      this.#take(event)
      if (this.#tools.isBusy) this.#tools.release(this.#cursor)
      else this.#tools.press(this.#cursor, press)
    }
  }

  #take(event: Event): void {
    event.preventDefault()
    event.stopPropagation()
  }

  #onGrid(pixels: Place, grid: number): Place {
    const [x, z] = this.#view.placeAt(pixels)
    return [Math.round(x / grid) * grid, Math.round(z / grid) * grid]
  }
}
