import { InstancedMesh, Matrix4, Mesh, Vector3 } from 'three'
import { expect, it } from 'vitest'
import { mechanisms } from '../../model/mechanisms/index.ts'
import type { Box } from '../../model/stage.ts'
import { boxAt, placeFor } from './callout-places.ts'
import type { Eye } from './camera.ts'
import type { StageMechanismView } from './mechanism-view.ts'
import { shown } from './shown.fixture.ts'
import { outlineAbout, overlaps, sharedArea, silhouettes } from './silhouettes.ts'

/** Corners of all triangles of moving parts, and of springs and rods between them, on the screen. */
function cornersOf({ figure, anatomy }: StageMechanismView, eye: Eye): [number, number][] {
  const place = new Matrix4()
  const corner = new Vector3()
  const between = figure.group.children
    .filter((part) => part instanceof Mesh && !figure.parts.has(part))
    .map((part) => [part, part instanceof InstancedMesh ? Array(part.count).fill(0) : [0]] as const)
  return [...figure.parts, ...between].flatMap(([part, bodies]) =>
    bodies.flatMap((body, i) => {
      const isStanding = figure.parts.has(part) && anatomy.isStanding(body)
      if (!(part instanceof Mesh) || isStanding) return []
      if (part instanceof InstancedMesh) part.getMatrixAt(i, place)
      else place.copy(part.matrixWorld)
      const { position } = part.geometry.attributes
      return Array.from({ length: position?.count ?? 0 }, (_, at): [number, number] => {
        corner.fromBufferAttribute(position, at).applyMatrix4(place)
        eye.project(corner, corner)
        return [corner.x, corner.y]
      })
    })
  )
}

const isIn = ([x, y]: readonly [number, number], { left, top, right, bottom }: Box) =>
  x > left && x < right && y > top && y < bottom

// The stage of a window of 1440 by 900, of 1200 by 800, and of a phone.
const sizes = [
  [928, 684],
  [688, 584],
  [390, 480]
] as const

/** A heading with two lines of facts. */
const heading = { left: 24, top: 20, right: 320, bottom: 96 }

for (const { id } of mechanisms)
  it.each(sizes)(`${id}: text overlaps no part on %i by %i`, (...size) => {
    const { view, eye } = shown(id, size)
    const outlines = [...silhouettes(view.figure, view.anatomy, eye), outlineAbout(heading)]
    const corners = cornersOf(view, eye)
    const spot = new Vector3()
    for (const { index } of view.anatomy.bodies) {
      const { x, y } = eye.project(view.jointOf(index, spot), spot)
      const reach = view.style.hub(index) * eye.pixelsPerMeter()
      const anchor = { x, y, reach, wide: 130 }
      const box = boxAt(anchor, placeFor(anchor, outlines, size, null))
      expect(corners.filter((corner) => isIn(corner, box)).length).toBe(0)
      expect(sharedArea(box, heading)).toBe(0)
      expect(
        Math.min(box.left, box.top, size[0] - box.right, size[1] - box.bottom)
      ).toBeGreaterThan(0)
    }
    view.dispose()
  })

it('a box next to a slanted outline does not touch it, although their bounding boxes intersect', () => {
  const slanted = {
    points: [
      [0, 0],
      [100, 90],
      [100, 100],
      [10, 10]
    ] as const,
    left: 0,
    top: 0,
    right: 100,
    bottom: 100
  }
  expect(overlaps({ left: 60, top: 5, right: 90, bottom: 30 }, slanted)).toBe(false)
  expect(overlaps({ left: 40, top: 30, right: 60, bottom: 60 }, slanted)).toBe(true)
})

it('where nothing is free words keep their place, if it covers hardly more than another', () => {
  const everywhere = {
    points: [
      [0, 0],
      [400, 0],
      [400, 400],
      [0, 400]
    ] as const,
    left: 0,
    top: 0,
    right: 400,
    bottom: 400
  }
  const anchor = { x: 200, y: 200, reach: 10, wide: 100 }
  const kept = { side: [-1, 1], far: 1 } as const
  expect(placeFor(anchor, [everywhere], [400, 400], kept)).toEqual(kept)
})
