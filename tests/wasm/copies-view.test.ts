import { chain, differentialLeg, fourBar, gearedLeg, load, type MechanismSource } from 'linkwork'
import { CopiesView, gridPlaces, gridRings, MechanismView } from 'linkwork/three'
import { Box3, type InstancedMesh, Matrix4, type Object3D, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'

const linkwork = await load()
const count = 5
const places = gridPlaces(count, [2, 3])

/** The box around what one of so many copies is drawn as. */
function boxOf(view: Object3D, copy: number, copies: number): Box3 {
  const whole = new Box3()
  const matrix = new Matrix4()
  const point = new Vector3()
  for (const mesh of view.children as InstancedMesh[]) {
    const corners = mesh.geometry.getAttribute('position')
    for (let i = copy; i < mesh.count; i += copies) {
      mesh.getMatrixAt(i, matrix)
      for (let k = 0; k < corners.count; k++)
        whole.expandByPoint(point.fromBufferAttribute(corners, k).applyMatrix4(matrix))
    }
  }
  return whole
}

async function crowdOf(source: MechanismSource) {
  const ensemble = await linkwork.ensemble(source, {
    count,
    solver: { method: 'articulated-body', integrator: 'rk4' },
    backend: 'gpu'
  })
  await ensemble.scatter({ position: 0.1, velocity: 0.1, seed: 1 })
  await ensemble.step(10)
  return ensemble
}

describe('a view of copies', () => {
  it.each([
    ['links', chain({ links: 4 })],
    ['a loop', fourBar()],
    ['shapes', gearedLeg()],
    ['rods', differentialLeg()]
  ])('draws each with its %s as a view of its own does', async (_, source) => {
    const ensemble = await crowdOf(source)
    const mechanism = linkwork.mechanism(source)
    const view = new CopiesView(mechanism, ensemble, { places, up: 'z' })
    expect(view.staysOnGpu).toBe(false)
    await view.update()
    const poses = await ensemble.read('poses')
    const alone = new MechanismView(mechanism, { up: 'z' })
    const row = poses.length / count
    for (let copy = 0; copy < count; copy++) {
      alone.update(poses.slice(copy * row, (copy + 1) * row))
      const place = new Vector3(places[2 * copy], places[2 * copy + 1], 0)
      const expected = boxOf(alone, 0, 1).translate(place)
      const found = boxOf(view, copy, count)
      expect(found.min.distanceTo(expected.min)).toBeLessThan(1e-5) // of floats
      expect(found.max.distanceTo(expected.max)).toBeLessThan(1e-5)
    }
    view.dispose()
    ensemble.dispose()
  })

  it('refuses what is not so', async () => {
    const ensemble = await crowdOf(fourBar())
    const mechanism = linkwork.mechanism(fourBar())
    expect(() => new CopiesView(mechanism, ensemble, { places: [1, 2] })).toThrow(
      'places: expected 10 numbers, found 2'
    )
    const other = new CopiesView(linkwork.mechanism(gearedLeg()), ensemble)
    await expect(other.update()).rejects.toThrow('ensemble: expected one of a mechanism with')
    await expect(ensemble.writePoses({} as never)).rejects.toThrow("expected read('poses')")
  })
})

it.each([1, 8, 9, 1000])('%i places are apart, off the middle, within their rings', (count) => {
  const places = gridPlaces(count, [2, 3])
  expect(places).toHaveLength(2 * count)
  const keys = new Set<string>()
  for (let i = 0; i < count; i++) {
    const [column, row] = [(places[2 * i] as number) / 2, (places[2 * i + 1] as number) / 3]
    expect(Math.max(Math.abs(column), Math.abs(row))).toBeLessThanOrEqual(gridRings(count))
    keys.add(`${column} ${row}`)
  }
  expect(keys.size).toBe(count)
  expect(keys.has('0 0')).toBe(false)
})
