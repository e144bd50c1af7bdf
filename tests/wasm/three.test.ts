import { chain, gearedLeg, load } from 'linkwork'
import { MechanismView } from 'linkwork/three'
import { Box3, InstancedMesh, Matrix4, Vector3 } from 'three'
import { expect, it } from 'vitest'

const linkwork = await load()

const meshesOf = (view: MechanismView) =>
  view.children.filter((child) => child instanceof InstancedMesh)

/** The box around all solids, in the coordinates of the scene. */
function boxOf(view: MechanismView): Box3 {
  view.updateMatrixWorld(true)
  const whole = new Box3()
  const matrix = new Matrix4()
  for (const mesh of meshesOf(view)) {
    mesh.geometry.computeBoundingBox()
    for (let i = 0; i < mesh.count; i++) {
      mesh.getMatrixAt(i, matrix)
      matrix.premultiply(mesh.matrixWorld)
      whole.union(mesh.geometry.boundingBox?.clone().applyMatrix4(matrix) ?? new Box3())
    }
  }
  return whole
}

it('draws a hanging chain from its hook down to its end', () => {
  using simulation = linkwork.simulate(chain({ links: 5, length: 0.2, startAngle: 0 }))
  const { min, max } = boxOf(new MechanismView(simulation))
  // y is up in the scene; links are 2 · 0.07 of their length thick, pins a little more.
  expect(min.y).toBeLessThanOrEqual(-1)
  expect(min.y).toBeGreaterThan(-1.05)
  expect(max.y).toBeGreaterThan(0)
  expect(max.y).toBeLessThan(0.05)
  const upright = boxOf(new MechanismView(simulation, { up: 'z' }))
  expect(upright.min.z).toBeCloseTo(min.y, 9)
})

it('draws equal links in one call and follows the poses', () => {
  using simulation = linkwork.simulate(chain({ links: 1000 }))
  const view = new MechanismView(simulation)
  expect(meshesOf(view)).toHaveLength(2) // links and pins
  const before = boxOf(view)
  simulation.step(100)
  view.update()
  expect(boxOf(view).equals(before)).toBe(false)
  view.dispose()
})

it('draws every body of a geared leg, and rotors as discs', () => {
  const mechanism = linkwork.mechanism(gearedLeg())
  const view = new MechanismView(mechanism)
  using simulation = linkwork.simulate(mechanism)
  view.update(simulation.poses)
  const box = boxOf(view)
  expect(box.getSize(new Vector3()).y).toBeGreaterThan(0.6) // thigh and shank of some 0.4 m each
  expect(() => view.update([1, 2, 3])).toThrow(/poses: expected/)
})
