import { chain, load } from 'linkwork'
import { DragBodies, MechanismView } from 'linkwork/three'
import { PerspectiveCamera, Vector3 } from 'three'
import { expect, it } from 'vitest'

const linkwork = await load()

/** An element of 200 × 100 pixels at (50, 20), which hears pointer events. */
class Picture extends EventTarget {
  readonly captured = new Set<number>()
  setPointerCapture = (pointer: number) => this.captured.add(pointer)
  releasePointerCapture = (pointer: number) => this.captured.delete(pointer)
  hasPointerCapture = (pointer: number) => this.captured.has(pointer)
  getBoundingClientRect = () => ({ left: 50, top: 20, width: 200, height: 100 })

  /** A pointer event at a point of the scene. */
  send(type: string, camera: PerspectiveCamera, at: Vector3, more: object = {}): void {
    const { x, y } = at.clone().project(camera)
    const place = { clientX: 50 + 100 * (x + 1), clientY: 20 + 50 * (1 - y) }
    const event = Object.assign(new Event(type), { pointerId: 1, button: 0, ...place, ...more })
    this.dispatchEvent(event)
  }
}

/** A hanging chain, seen from the front. */
function scene() {
  const simulation = linkwork.simulate(chain({ links: 3, startAngle: 0, damping: 0.2 }))
  const view = new MechanismView(simulation)
  const camera = new PerspectiveCamera(40, 2)
  camera.position.set(0, -0.3, 4)
  camera.updateMatrixWorld()
  const picture = new Picture()
  const drag = new DragBodies(view, camera, picture as unknown as HTMLElement)
  return { simulation, view, camera, picture, drag }
}

const tip = new Vector3(0, -0.55, 0) // on the third link; y points up

it('a pointer drags the body that it hits, in the plane of the picture', () => {
  const { simulation, view, camera, picture, drag } = scene()
  const events: string[] = []
  drag.addEventListener('dragstart', ({ type, body }) => events.push(`${type} ${body}`))
  drag.addEventListener('dragend', ({ type, body }) => events.push(`${type} ${body}`))
  picture.send('pointerdown', camera, tip)
  expect(drag.isDragging).toBe(true)
  expect(picture.captured.has(1)).toBe(true)
  picture.send('pointermove', camera, new Vector3(0.25, -0.45, 0))
  for (let frame = 0; frame < 300; frame++) {
    drag.update()
    simulation.step(16)
  }
  // The spring and the weight balance: near the pointer, and below it.
  view.update()
  const [x = NaN, , z = NaN] = simulation.forces.pullForce
  expect(x).toBeGreaterThan(0)
  expect(z).toBeGreaterThan(0)
  expect(simulation.q[0]).not.toBeCloseTo(0, 1)
  picture.send('pointerup', camera, tip, { pointerId: 2 }) // another finger
  expect(drag.isDragging).toBe(true)
  picture.send('pointerup', camera, tip)
  expect(Math.hypot(...simulation.forces.pullForce)).toBe(0)
  expect(picture.captured.size).toBe(0)
  expect(events).toEqual(['dragstart 2', 'dragend 2'])
  simulation.dispose()
})

it('a pointer that hits no body, another button, and disabled or disposed controls drag nothing', () => {
  const { simulation, view, camera, picture, drag } = scene()
  picture.send('pointerdown', camera, new Vector3(1, 0, 0))
  picture.send('pointerdown', camera, tip, { button: 2 })
  expect(drag.isDragging).toBe(false)
  drag.enabled = false
  picture.send('pointerdown', camera, tip)
  expect(drag.isDragging).toBe(false)
  drag.enabled = true
  picture.send('pointerdown', camera, tip)
  expect(drag.isDragging).toBe(true)
  drag.dispose()
  expect(drag.isDragging).toBe(false)
  picture.send('pointerdown', camera, tip)
  expect(drag.isDragging).toBe(false)
  const still = new MechanismView(view.mechanism)
  expect(() => new DragBodies(still, camera, picture as unknown as HTMLElement)).toThrow(
    'view: expected a MechanismView of a simulation'
  )
  simulation.dispose()
})
