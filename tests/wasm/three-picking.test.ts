import { boxStack, chain, fourBar, load, miniCheetah } from 'linkwork'
import { ForceArrows, fitCamera, MechanismView, showFrames } from 'linkwork/three'
import {
  AxesHelper,
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  InstancedMesh,
  Line,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  SphereGeometry,
  Vector3
} from 'three'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

describe('picking', () => {
  it('finds the body under a ray, its joint, and points that pull takes', () => {
    using simulation = linkwork.simulate(chain({ links: 3, length: 0.4, startAngle: 0 }))
    const view = new MechanismView(simulation)
    // The chain hangs; y is up in the scene. A ray along -z through the middle of the second link.
    const raycaster = new Raycaster(new Vector3(0, -0.6, 5), new Vector3(0, 0, -1))
    const picked = view.pick(raycaster)
    const { bodies, joints } = simulation.mechanism
    expect(picked).toMatchObject({
      body: 1,
      bodyName: bodies[1]?.name,
      joint: 1,
      jointName: joints[1]?.name
    })
    expect(picked?.point.z).toBeCloseTo(-0.6, 9)
    // The same point, in the body's frame.
    const pose = simulation.poses.slice(7, 14)
    const origin = new Vector3().fromArray(pose)
    expect(picked?.localPoint.length()).toBeCloseTo(picked?.point.distanceTo(origin) as number, 9)
    simulation.forces.pull(
      picked?.body as number,
      picked?.localPoint.toArray() as number[],
      [1, 0, -0.6]
    )
    simulation.step(20)
    expect(simulation.q[1]).not.toBe(0)
    expect(view.pick(new Raycaster(new Vector3(3, 3, 5), new Vector3(0, 0, -1)))).toBeUndefined()
  })

  it('finds what hangs on a body', () => {
    using simulation = linkwork.simulate(fourBar())
    const view = new MechanismView(simulation, { bare: true, up: 'z' })
    const ball = new Mesh(new SphereGeometry(0.1))
    ball.position.set(0, 0, 0.7)
    view.body('coupler').add(ball)
    expect(view.body(view.mechanism.bodies.findIndex(({ name }) => name === 'coupler'))).toBe(
      view.body('coupler')
    )
    view.update()
    view.updateMatrixWorld()
    const there = ball.getWorldPosition(new Vector3())
    const ray = new Raycaster(there.clone().add(new Vector3(0, 0, 5)), new Vector3(0, 0, -1))
    const picked = view.pick(ray)
    expect(picked?.bodyName).toBe('coupler')
    expect(picked?.localPoint.distanceTo(ball.position)).toBeCloseTo(0.1, 1)
    expect(() => view.body('copler')).toThrow(/did you mean "coupler"/)
    expect(() => view.body(9)).toThrow(/from -1 to/)
    expect(view.body('world')).toBe(view.body(-1))
  })
})

it('frames are shown on every body, and taken away', () => {
  const view = new MechanismView(linkwork.mechanism(miniCheetah()))
  const count = () => {
    let found = 0
    view.traverse((object) => {
      if (object instanceof AxesHelper) found++
    })
    return found
  }
  const hide = showFrames(view, 0.1)
  expect(count()).toBe(view.mechanism.bodies.length)
  hide()
  expect(count()).toBe(0)
})

describe('a camera that is fitted', () => {
  it.each([
    ['with perspective', new PerspectiveCamera(40, 2)],
    ['upright', new PerspectiveCamera(40, 0.5)],
    ['without', new OrthographicCamera(-2, 2, 1, -1, 0.1, 100)]
  ])('%s, has all in its picture', (_, camera) => {
    using simulation = linkwork.simulate(miniCheetah())
    const view = new MechanismView(simulation)
    camera.position.set(3, 2, 5)
    camera.lookAt(0, 0, 0)
    const middle = fitCamera(camera, view)
    camera.updateMatrixWorld()
    const box = new Box3().setFromObject(view)
    expect(middle.distanceTo(box.getCenter(new Vector3()))).toBeLessThan(1e-9)
    let farthest = 0
    for (let corner = 0; corner < 8; corner++) {
      const { min, max } = box
      const point = new Vector3(
        corner & 1 ? min.x : max.x,
        corner & 2 ? min.y : max.y,
        corner & 4 ? min.z : max.z
      ).project(camera)
      farthest = Math.max(farthest, Math.abs(point.x), Math.abs(point.y))
      expect(point.z).toBeGreaterThan(-1)
      expect(point.z).toBeLessThan(1)
    }
    expect(farthest).toBeLessThan(1)
    expect(farthest).toBeGreaterThan(0.4)
    expect(() => fitCamera(camera, view, 1)).toThrow(/margin/)
  })
})

describe('arrows of forces', () => {
  const arrowsOf = (group: ForceArrows) => group.children.filter((c) => c instanceof InstancedMesh)
  const lengthsOf = (mesh: InstancedMesh) =>
    Array.from({ length: mesh.count }, (_, i) => {
      const matrix = new Matrix4()
      mesh.getMatrixAt(i, matrix)
      return matrix.getMaxScaleOnAxis()
    })

  it('balance what rests on the floor', () => {
    using simulation = linkwork.simulate(boxStack())
    simulation.step(200)
    const arrows = new ForceArrows(simulation, { scale: 0.1 })
    const [mesh] = arrowsOf(arrows)
    const forces = simulation.contacts.forces.map(({ force }) => Math.hypot(...force))
    const lengths = lengthsOf(mesh as InstancedMesh)
    expect(lengths).toHaveLength(forces.filter((force) => force > 1e-5).length)
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
    expect(sum(lengths)).toBeCloseTo(0.1 * sum(forces), 3)
    arrows.dispose()
  })

  it('show what passes through joints, and more of them than at first', () => {
    using simulation = linkwork.simulate(chain({ links: 20, startAngle: 0 }))
    const arrows = new ForceArrows(simulation, { show: ['reactions'], scale: 1 })
    const [mesh] = arrowsOf(arrows)
    // Hanging at rest, every joint supports what is below it.
    const weights = simulation.mechanism.bodies.map((_, i, bodies) =>
      bodies.slice(i).reduce((sum, { mass }) => sum + 9.81 * mass, 0)
    )
    const lengths = lengthsOf(mesh as InstancedMesh)
    for (const [i, weight] of weights.entries()) expect(lengths[i]).toBeCloseTo(weight, 2)
    expect(() => new ForceArrows(simulation, { show: ['x' as never] })).toThrow(/show: expected/)
  })

  it('finds what has moved since it was drawn first: instances, and points of a line', () => {
    const instances = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 1)
    const points = new BufferAttribute(new Float32Array([0, 0, 0, 1, 0, 0]), 3)
    const line = new Line(new BufferGeometry().setAttribute('position', points))
    const both = new Group().add(instances, line)
    const camera = new PerspectiveCamera()
    instances.setMatrixAt(0, new Matrix4())
    fitCamera(camera, both)
    instances.setMatrixAt(0, new Matrix4().makeTranslation(10, 0, 0))
    points.setXYZ(1, 0, 0, -20)
    expect(fitCamera(camera, both).toArray()).toEqual([5.25, 0, -9.75]) // x from 0 to 10.5, z from −20 to 0.5
  })
})
