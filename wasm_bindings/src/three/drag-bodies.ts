import { type Camera, EventDispatcher, Plane, Raycaster, Vector2, Vector3 } from 'three'
import { BodyDrag } from '../body-drag.js'
import { MechanismError } from '../errors.js'
import type { MechanismView } from './mechanism-view.js'

/** With the place of the body in the mechanism's. */
export interface DragBodiesEvents {
  dragstart: { readonly body: number }
  dragend: { readonly body: number }
}

/**
 * Drags bodies of a simulation by mouse, pen or finger: a damped spring pulls the point that was hit, in the plane
 * that faces the camera. Call `update` before each frame's steps. Other controls of the same element are switched by
 * its events:
 *
 *     drag.addEventListener('dragstart', () => (orbit.enabled = false))
 *     drag.addEventListener('dragend', () => (orbit.enabled = true))
 */
export class DragBodies extends EventDispatcher<DragBodiesEvents> {
  enabled = true
  readonly #view: MechanismView
  readonly #camera: Camera
  readonly #element: HTMLElement
  readonly #drag: BodyDrag
  readonly #plane = new Plane()
  readonly #raycaster = new Raycaster()
  #held:
    | { readonly body: number; readonly localPoint: Vector3; readonly pointer: number }
    | undefined
  readonly #listeners: readonly (readonly [string, (event: PointerEvent) => void])[] = [
    ['pointerdown', (event) => this.#take(event)],
    ['pointermove', (event) => this.#move(event)],
    ['pointerup', (event) => this.#release(event)],
    ['pointercancel', (event) => this.#release(event)]
  ]

  /** `element` is what the camera's picture fills, as the canvas of the renderer. */
  constructor(view: MechanismView, camera: Camera, element: HTMLElement) {
    super()
    if (!view.simulation)
      throw new MechanismError(
        'view: expected a MechanismView of a simulation, found one of a mechanism'
      )
    this.#view = view
    this.#camera = camera
    this.#element = element
    this.#drag = new BodyDrag(view.simulation)
    for (const [name, listener] of this.#listeners)
      element.addEventListener(name, listener as EventListener)
  }

  get isDragging(): boolean {
    return this.#held !== undefined
  }

  /** Fits the force to the present pose. */
  update(): void {
    this.#drag.aim()
  }

  /** Releases the body and removes the listeners. */
  dispose(): void {
    this.#end()
    for (const [name, listener] of this.#listeners)
      this.#element.removeEventListener(name, listener as EventListener)
  }

  #take(event: PointerEvent): void {
    if (!this.enabled || this.#held || event.button !== 0) return
    this.#aimRay(event)
    const picked = this.#view.pick(this.#raycaster)
    if (!picked || picked.body < 0) return
    const normal = this.#camera.getWorldDirection(new Vector3())
    this.#plane.setFromNormalAndCoplanarPoint(normal, picked.hit.point)
    const { body, localPoint } = picked
    this.#held = { body, localPoint, pointer: event.pointerId }
    this.#element.setPointerCapture(event.pointerId)
    this.#drag.take(body, localPoint.toArray(), picked.point.toArray())
    this.dispatchEvent({ type: 'dragstart', body })
  }

  #move(event: PointerEvent): void {
    if (!this.#held || event.pointerId !== this.#held.pointer) return
    this.#aimRay(event)
    const target = this.#raycaster.ray.intersectPlane(this.#plane, new Vector3())
    if (!target) return
    const { body, localPoint } = this.#held
    this.#drag.take(body, localPoint.toArray(), this.#view.worldToLocal(target).toArray())
  }

  #release(event: PointerEvent): void {
    if (event.pointerId === this.#held?.pointer) this.#end()
  }

  #end(): void {
    if (!this.#held) return
    const { body, pointer } = this.#held
    this.#held = undefined
    this.#drag.release()
    if (this.#element.hasPointerCapture(pointer)) this.#element.releasePointerCapture(pointer)
    this.dispatchEvent({ type: 'dragend', body })
  }

  #aimRay({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.#element.getBoundingClientRect()
    const x = (2 * (clientX - left)) / width - 1
    const y = 1 - (2 * (clientY - top)) / height
    this.#camera.updateMatrixWorld()
    this.#raycaster.setFromCamera(new Vector2(x, y), this.#camera)
  }
}
