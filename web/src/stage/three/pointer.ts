/**
 * What the pointer does on the canvas: a drag on a part pulls it, on empty stage it orbits; right or
 * two-finger drags pan; wheel and pinch zoom; a double click on a part centers it.
 */
import type { Eye } from './camera.ts'
import type { Pick } from './picking.ts'

export interface PointerActions {
  /** The part at (x, y), or the nearest within `reach` CSS pixels. */
  pick(x: number, y: number, reach: number): Pick | null
  grab(pick: Pick): void
  /** The hand is at (x, y) while it holds a part. */
  drag(x: number, y: number): void
  release(): void
  /** A fine pointer rests at a place, or has left. */
  hover(place: readonly [number, number] | null): void
}

/** How near a part counts as touched [CSS pixels]. */
const fingerReach = 24
const mouseReach = 5

type Gesture = 'none' | 'pull' | 'orbit' | 'pan' | 'pinch'

interface Finger {
  x: number
  y: number
}

export class Pointer {
  private gesture: Gesture = 'none'
  private readonly fingers = new Map<number, Finger>()
  private readonly listeners = new AbortController()

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly eye: Eye,
    private readonly actions: PointerActions
  ) {
    const { signal } = this.listeners
    canvas.addEventListener('pointerdown', (event) => this.down(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.move(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.up(event), { signal })
    canvas.addEventListener('pointercancel', (event) => this.up(event), { signal })
    canvas.addEventListener('pointerleave', () => this.actions.hover(null), { signal })
    canvas.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false })
    canvas.addEventListener('dblclick', (event) => this.doubleClick(event), { signal })
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  }

  private place(event: MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  private down(event: PointerEvent): void {
    const [x, y] = this.place(event)
    if (this.gesture === 'pull') return
    this.canvas.setPointerCapture(event.pointerId)
    this.fingers.set(event.pointerId, { x, y })
    this.actions.hover(null)
    if (this.fingers.size > 1) {
      this.gesture = 'pinch'
      return
    }
    if (event.button !== 0) {
      this.gesture = 'pan'
      return
    }
    const found = this.actions.pick(x, y, event.pointerType === 'touch' ? fingerReach : mouseReach)
    this.gesture = found ? 'pull' : 'orbit'
    if (found) this.actions.grab(found)
    this.canvas.style.cursor = 'grabbing'
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.place(event)
    const finger = this.fingers.get(event.pointerId)
    if (!finger) {
      if (event.pointerType !== 'touch' && this.gesture === 'none') this.actions.hover([x, y])
      return
    }
    const [dx, dy] = [x - finger.x, y - finger.y]
    if (this.gesture === 'pinch') this.pinch(event.pointerId, x, y)
    finger.x = x
    finger.y = y
    if (this.gesture === 'pull') this.actions.drag(x, y)
    if (this.gesture === 'orbit') this.eye.orbit(dx, dy)
    if (this.gesture === 'pan') this.eye.pan(dx, dy)
  }

  /** Two fingers: their middle pans, their distance zooms. */
  private pinch(id: number, x: number, y: number): void {
    const moved = this.fingers.get(id)
    for (const [other, still] of this.fingers) {
      if (other === id || !moved) continue
      const before = Math.hypot(moved.x - still.x, moved.y - still.y)
      const after = Math.hypot(x - still.x, y - still.y)
      if (before > 0 && after > 0) this.eye.zoom(before / after)
      this.eye.pan((x - moved.x) / 2, (y - moved.y) / 2)
      return
    }
  }

  private up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return
    if (this.gesture === 'pull') this.actions.release()
    this.gesture = this.fingers.size > 0 ? 'orbit' : 'none'
    this.canvas.style.cursor = ''
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    this.eye.zoom(Math.exp(0.0012 * lines * event.deltaY))
  }

  private doubleClick(event: MouseEvent): void {
    const found = this.actions.pick(...this.place(event), mouseReach)
    if (found) this.eye.center(found.point)
  }

  /** Shows that a part under the pointer can be taken. */
  setGrabbable(grabbable: boolean): void {
    if (this.gesture === 'none') this.canvas.style.cursor = grabbable ? 'grab' : ''
  }

  dispose(): void {
    this.listeners.abort()
  }
}
