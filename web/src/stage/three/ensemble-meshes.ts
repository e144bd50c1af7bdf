/** Copies of a mechanism: every body once, as often as there are copies. */
import {
  type BufferGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  type Vector3
} from 'three'
import type { EnsembleLook } from '../../model/stage.ts'
import { type Anatomy, type BodyAnatomy, meetingPoints } from './anatomy.ts'
import { merged, poseMatrix } from './figure.ts'
import { drawnPoses } from './frames.ts'
import type { Palette } from './materials.ts'
import { givenSolids } from './shapes/given.ts'
import { cylinder, placed, rod, towardsViewer } from './shapes/solids.ts'
import type { Theme } from './theme.ts'

/** So many lie over each other that each is almost nothing. */
const ghostOpacity = 0.05
const matrix = new Matrix4()

interface Part {
  readonly body: number
  readonly mesh: InstancedMesh
}

export class EnsembleMeshes {
  readonly group = new Group()
  private readonly parts: readonly Part[]
  private readonly ghost: MeshBasicMaterial | null
  private readonly drawn: Float64Array

  /** `size` is half the diagonal of the box that frames one copy [m]. */
  constructor(
    private readonly anatomy: Anatomy,
    readonly look: EnsembleLook,
    readonly count: number,
    palette: Palette,
    size: number
  ) {
    this.drawn = new Float64Array(7 * anatomy.bodies.length * count)
    this.ghost = look === 'ghosts' ? ghostMaterial() : null
    const material = this.ghost ?? palette.material
    const draw = look === 'ghosts' ? ghostOf : solidOf
    this.parts = anatomy.bodies.flatMap((body) => {
      const pieces = draw(anatomy, body, size)
      if (pieces.length === 0) return []
      const mesh = new InstancedMesh(merged(pieces), material, count)
      mesh.instanceMatrix.setUsage(DynamicDrawUsage)
      mesh.frustumCulled = false // its bounds move with the copies
      mesh.renderOrder = look === 'ghosts' ? 2 : 0
      this.group.add(mesh)
      return [{ body: body.index, mesh }]
    })
  }

  setTheme(theme: Theme): void {
    this.ghost?.color.set(theme.ghost)
  }

  /** Moves every copy to its poses, in the library's frame. */
  pose(poses: Float64Array): void {
    drawnPoses(poses, this.drawn)
    const bodies = this.anatomy.bodies.length
    for (const { body, mesh } of this.parts) {
      for (let copy = 0; copy < this.count; copy++)
        mesh.setMatrixAt(copy, poseMatrix(this.drawn, copy * bodies + body, matrix))
      mesh.instanceMatrix.needsUpdate = true
    }
  }

  dispose(): void {
    for (const { mesh } of this.parts) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
    this.ghost?.dispose()
    this.group.removeFromParent()
  }
}

function ghostMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({
    transparent: true,
    opacity: ghostOpacity,
    depthWrite: false,
    toneMapped: false
  })
}

/** A body by its center lines, or its own shapes. */
function ghostOf(anatomy: Anatomy, body: BodyAnatomy, size: number): BufferGeometry[] {
  if (body.shapes.length > 0) return givenSolids(body.shapes)
  if (anatomy.isRotor(body.index)) return []
  return limbs(anatomy, body).map(([from, to]) => rod(from, to, 0.004 * size, 'link', 5))
}

/** A body by few triangles: rods, the pins it turns on, a disc if it is a rotor. */
function solidOf(anatomy: Anatomy, body: BodyAnatomy, size: number): BufferGeometry[] {
  if (body.shapes.length > 0) return givenSolids(body.shapes)
  const r = 0.03 * size
  const { onChild, childAxis } = body.inbound
  const axis = towardsViewer(childAxis)
  if (anatomy.isRotor(body.index))
    return [placed(cylinder(1.7 * r, 1.1 * r, 1.7 * r, 'copper', 8), onChild, axis)]
  const surface = body.index % 2 ? 'inner' : 'link'
  return [
    placed(cylinder(0.7 * r, -1.4 * r, 1.4 * r, 'brass', 6), onChild, axis),
    ...limbs(anatomy, body).map(([from, to]) => rod(from, to, 0.9 * r, surface, 6))
  ]
}

/** From a body's own joint to all others. */
function limbs(anatomy: Anatomy, body: BodyAnatomy): [Vector3, Vector3][] {
  const [from, ...others] = meetingPoints(anatomy, body) as [Vector3, ...Vector3[]]
  return others.filter((to) => to.distanceTo(from) > 1e-6).map((to) => [from, to])
}
