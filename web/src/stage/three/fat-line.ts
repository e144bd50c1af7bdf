/**
 * Line segments of constant width in pixels, rewritten in place: traces, ghosts, springs and axes are
 * all made of these. Drawn in one call, unlit and not tone mapped.
 */
import {
  type Color,
  DynamicDrawUsage,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute
} from 'three'
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'

export interface FatLineOptions {
  /** Width in CSS pixels. */
  readonly width: number
  /** Each segment has colors of its own. */
  readonly colored?: boolean
  readonly depthTest?: boolean
}

export class FatLine {
  readonly object: LineSegments2
  readonly material: LineMaterial
  private readonly geometry = new LineSegmentsGeometry()
  private readonly places: InstancedInterleavedBuffer
  private readonly colors: InstancedInterleavedBuffer | null = null
  private used = 0

  constructor(
    readonly capacity: number,
    { width, colored = false, depthTest = true }: FatLineOptions
  ) {
    const buffer = () =>
      new InstancedInterleavedBuffer(new Float32Array(6 * Math.max(1, capacity)), 6, 1).setUsage(
        DynamicDrawUsage
      ) as InstancedInterleavedBuffer
    this.places = buffer()
    this.geometry.setAttribute('instanceStart', new InterleavedBufferAttribute(this.places, 3, 0))
    this.geometry.setAttribute('instanceEnd', new InterleavedBufferAttribute(this.places, 3, 3))
    if (colored) {
      this.colors = buffer()
      const { colors } = this
      this.geometry.setAttribute('instanceColorStart', new InterleavedBufferAttribute(colors, 3, 0))
      this.geometry.setAttribute('instanceColorEnd', new InterleavedBufferAttribute(colors, 3, 3))
    }
    this.material = new LineMaterial({ linewidth: width, vertexColors: colored, depthTest })
    this.material.toneMapped = false
    this.object = new LineSegments2(this.geometry, this.material)
    this.object.frustumCulled = false
    this.count = 0
  }

  /** Segments that are drawn. */
  get count(): number {
    return this.used
  }

  set count(value: number) {
    this.used = Math.min(value, this.capacity)
    this.geometry.instanceCount = this.used
    this.object.visible = this.used > 0
  }

  /** Places segment i. */
  set(i: number, ax: number, ay: number, az: number, bx: number, by: number, bz: number): void {
    const { array } = this.places
    const at = 6 * i
    array[at] = ax
    array[at + 1] = ay
    array[at + 2] = az
    array[at + 3] = bx
    array[at + 4] = by
    array[at + 5] = bz
  }

  /** Colors the ends of segment i. */
  tint(i: number, start: Color, end: Color): void {
    const array = this.colors?.array
    if (!array) return
    start.toArray(array, 6 * i)
    end.toArray(array, 6 * i + 3)
  }

  /** Hands what was written since the last call to the graphics card. */
  commit(): void {
    this.upload(this.places)
    if (this.colors) this.upload(this.colors)
  }

  private upload(buffer: InstancedInterleavedBuffer): void {
    buffer.clearUpdateRanges()
    buffer.addUpdateRange(0, 6 * this.used)
    buffer.needsUpdate = true
  }

  /** The same segments, drawn a second time with another material. */
  again(material: LineMaterial): LineSegments2 {
    const object = new LineSegments2(this.geometry, material)
    object.frustumCulled = false
    return object
  }

  dispose(): void {
    this.geometry.dispose()
    this.material.dispose()
    this.object.removeFromParent()
  }
}

/** Lets later segments lie over earlier ones: drawn after the floor, without a depth of their own. */
export function layOver(line: FatLine): void {
  line.material.transparent = true
  line.material.depthWrite = false
}
