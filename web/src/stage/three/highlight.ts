/** A glow on the hovered part: a copy of its geometry, added at 8 % of the text's color. */
import {
  AdditiveBlending,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  SubtractiveBlending
} from 'three'
import type { Figure } from './figure.ts'
import type { Theme, ThemeName } from './theme.ts'

const share = 0.08

export class Highlight {
  readonly group = new Group()
  private readonly material = new MeshBasicMaterial({
    transparent: true,
    premultipliedAlpha: true,
    depthWrite: false,
    toneMapped: false,
    fog: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1
  })
  /** Copies and the instance that they follow, -1 for a whole mesh. */
  private copies: { copy: Mesh; of: Mesh; instance: number }[] = []

  /** Light parts of the light theme are marked by darkening: there the text is dark. */
  setTheme(theme: Theme, name: ThemeName): void {
    this.material.color.set(theme.text).multiplyScalar(share)
    this.material.blending = AdditiveBlending
    if (name === 'light') {
      this.material.blending = SubtractiveBlending
      this.material.color.setScalar(share)
    }
  }

  setBody(figure: Figure | null, body: number | null): void {
    this.group.clear()
    this.copies = []
    if (!figure || body === null) return
    for (const [node, bodies] of figure.parts) {
      const instance = bodies.indexOf(body)
      if (instance < 0 || !(node instanceof Mesh)) continue
      const copy = new Mesh(node.geometry, this.material)
      copy.matrixAutoUpdate = false
      copy.renderOrder = 4
      this.copies.push({ copy, of: node, instance: node instanceof InstancedMesh ? instance : -1 })
      this.group.add(copy)
    }
  }

  /** Follows the parts. */
  update(): void {
    for (const { copy, of, instance } of this.copies) {
      if (of instanceof InstancedMesh) of.getMatrixAt(instance, copy.matrix)
      else {
        of.updateWorldMatrix(true, false)
        copy.matrix.copy(of.matrixWorld)
      }
      copy.visible = of.visible
      copy.matrixWorldNeedsUpdate = true
    }
  }

  dispose(): void {
    this.group.clear()
    this.material.dispose()
    this.group.removeFromParent()
  }
}
