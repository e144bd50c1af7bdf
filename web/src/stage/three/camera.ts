/**
 * The camera: orbits, pans and zooms about a look point, with damping and limits, and moves to a
 * framing in 400 ms. Azimuth 0 looks along -z of the stage; angles in radians, lengths in meters.
 *
 * The package camera-controls would replace only forty lines: `orbit`, `pan`, `zoom` and the damping. It
 * has no framing next to a sheet, no moving home and no shared camera of two stages, and it would handle
 * drags on parts.
 */
import { OrthographicCamera, PerspectiveCamera, type Raycaster, Vector2, Vector3 } from 'three'
import type { Framing } from '../../model/stage.ts'

const degree = Math.PI / 180
const lowest = -2 * degree
const highest = 85 * degree
const damping = 0.12
const frameTime = 400

export interface View {
  azimuth: number
  elevation: number
  distance: number
  target: Vector3
}

const copyView = (from: View, to: View): void => {
  to.azimuth = from.azimuth
  to.elevation = from.elevation
  to.distance = from.distance
  to.target.copy(from.target)
}

const blankView = (): View => ({ azimuth: 0, elevation: 0, distance: 1, target: new Vector3() })

/** cubic-bezier(.2, 0, 0, 1) at x = t, by bisection on the curve's parameter. */
export function ease(t: number): number {
  let [low, high] = [0, 1]
  for (let i = 0; i < 24; i++) {
    const s = (low + high) / 2
    if (3 * (1 - s) ** 2 * s * 0.2 + s ** 3 < t) low = s
    else high = s
  }
  return 3 * (1 - low) * low * low + low ** 3
}

export class Eye {
  private readonly perspective = new PerspectiveCamera()
  private readonly parallel = new OrthographicCamera()
  /** Whether it looks by parallel rays: what is nearer is not larger. */
  private isFlat = false
  /** The present view, its target, and the framing of the mechanism. */
  readonly view = blankView()
  readonly home = blankView()
  private readonly desired = blankView()
  private readonly start = blankView()
  private startTime = Number.NaN
  private animating = false
  private framing: Framing | null = null
  private width = 1
  private height = 1
  private inset = 0
  /** How far the home has gone after its mechanism. */
  private readonly gone = new Vector3()
  private readonly right = new Vector3()
  private readonly above = new Vector3()
  private readonly spotInSpace = new Vector3()
  private readonly spot = new Vector2()
  /** Half the diagonal of the framing box. */
  size = 1

  constructor(
    private readonly reducedMotion: () => boolean,
    private readonly onMove: () => void
  ) {}

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isFlat ? this.parallel : this.perspective
  }

  /** Looks by parallel rays, or again from one point; what lies at the look point stays as large. */
  setFlat(isFlat: boolean): void {
    if (isFlat === this.isFlat) return
    this.isFlat = isFlat
    this.apply()
    this.onMove()
  }

  /** Height of the stage that no sheet covers, in CSS pixels. */
  private get freeHeight(): number {
    return Math.max(80, this.height - this.inset)
  }

  /** Sets a framing; with `stay`, the view of the user is kept. */
  setFraming(framing: Framing, stay: boolean): void {
    copyView(this.home, this.start)
    this.framing = framing
    this.gone.set(0, 0, 0)
    this.size = Math.hypot(framing.max[0] - framing.min[0], framing.max[1] - framing.min[1]) / 2
    this.refit()
    this.animating = false
    if (stay) {
      const ratio = this.home.distance / this.start.distance
      this.desired.distance *= ratio
      this.desired.target.sub(this.start.target).multiplyScalar(ratio).add(this.home.target)
    } else {
      copyView(this.home, this.desired)
    }
    copyView(this.desired, this.view)
    this.apply()
  }

  /** distance = max(h/2, w/(2·aspect)) / tan(FOV/2) · 1.1 */
  private refit(): void {
    const { framing } = this
    if (!framing) return
    const aspect = this.width / this.freeHeight
    const [w, h] = [framing.max[0] - framing.min[0], framing.max[1] - framing.min[1]]
    this.home.azimuth = framing.azimuth * degree
    this.home.elevation = framing.elevation * degree
    this.home.target.set(framing.min[0] + w / 2, framing.min[1] + h / 2, 0).add(this.gone)
    const reach = Math.max(h / 2, w / (2 * aspect))
    this.home.distance = (reach / Math.tan((framing.fieldOfView * degree) / 2)) * 1.1
    this.perspective.fov = framing.fieldOfView
  }

  resize(width: number, height: number, inset: number): void {
    const before = this.home.distance
    this.width = Math.max(1, width)
    this.height = Math.max(1, height)
    this.inset = inset
    this.refit()
    const ratio = this.home.distance / before
    this.desired.distance *= ratio
    this.view.distance *= ratio
    this.apply()
  }

  /** Takes home and view along, to so far from where the framing is. */
  follow(offset: Vector3): void {
    const way = this.spotInSpace.copy(offset).sub(this.gone)
    for (const { target } of [this.home, this.desired, this.view, this.start]) target.add(way)
    this.gone.copy(offset)
    this.apply()
    this.onMove()
  }

  /** Glides to a view: its angles, or the framing's own where none is given. */
  glide(azimuth = this.home.azimuth, elevation = this.home.elevation): void {
    copyView(this.home, this.desired)
    const turns = Math.round((this.view.azimuth - azimuth) / (2 * Math.PI))
    this.desired.azimuth = azimuth + 2 * Math.PI * turns
    this.desired.elevation = Math.min(highest, Math.max(lowest, elevation))
    this.begin()
  }

  /** Moves `point` (frame of the stage) smoothly to the middle. */
  center(point: Vector3): void {
    this.desired.target.copy(point)
    this.limit()
    this.begin()
  }

  private begin(): void {
    copyView(this.view, this.start)
    this.startTime = Number.NaN
    this.animating = true
    this.onMove()
  }

  orbit(dx: number, dy: number): void {
    this.animating = false
    this.desired.azimuth -= (2 * Math.PI * dx) / this.height
    this.desired.elevation += (2 * Math.PI * dy) / this.height
    this.limit()
  }

  pan(dx: number, dy: number): void {
    this.animating = false
    const meters = 1 / this.pixelsPerMeter()
    this.right.setFromMatrixColumn(this.camera.matrixWorld, 0)
    this.above.setFromMatrixColumn(this.camera.matrixWorld, 1)
    this.desired.target.addScaledVector(this.right, -dx * meters)
    this.desired.target.addScaledVector(this.above, dy * meters)
    this.limit()
  }

  zoom(factor: number): void {
    this.animating = false
    this.desired.distance *= factor
    this.limit()
  }

  private limit(): void {
    const { desired, home, size } = this
    desired.elevation = Math.min(highest, Math.max(lowest, desired.elevation))
    desired.distance = Math.min(3 * home.distance, Math.max(0.4 * home.distance, desired.distance))
    this.right.copy(desired.target).sub(home.target).clampLength(0, size)
    desired.target.copy(home.target).add(this.right)
    this.onMove()
  }

  /** Half of what is seen from below to above at the look point [m]. */
  private get halfHeight(): number {
    return this.view.distance * Math.tan((this.perspective.fov * degree) / 2)
  }

  /** Screen pixels for one meter in the plane of the mechanism's look point. */
  pixelsPerMeter(): number {
    return this.freeHeight / (2 * this.halfHeight)
  }

  /** Projects a point to the canvas: x and y in CSS pixels from its top left, z its depth. */
  project(point: Vector3, into: Vector3): Vector3 {
    into.copy(point).project(this.camera)
    return into.set(((into.x + 1) / 2) * this.width, ((1 - into.y) / 2) * this.height, into.z)
  }

  /** Sets a ray's caster through a place on the canvas, in CSS pixels. */
  cast(x: number, y: number, caster: Raycaster): void {
    this.spot.set((2 * x) / this.width - 1, 1 - (2 * y) / this.height)
    caster.setFromCamera(this.spot, this.camera)
  }

  /** Moves on by the time since the last frame; returns whether the view changed. */
  update(now: number, elapsed: number): boolean {
    const { view, desired, start } = this
    let t = 1
    if (this.animating) {
      if (Number.isNaN(this.startTime)) this.startTime = now
      t = this.reducedMotion() ? 1 : Math.min(1, (now - this.startTime) / frameTime)
      if (t === 1) this.animating = false
      const s = ease(t)
      view.azimuth = start.azimuth + (desired.azimuth - start.azimuth) * s
      view.elevation = start.elevation + (desired.elevation - start.elevation) * s
      view.distance = start.distance + (desired.distance - start.distance) * s
      view.target.lerpVectors(start.target, desired.target, s)
    } else {
      const gap =
        Math.abs(view.azimuth - desired.azimuth) +
        Math.abs(view.elevation - desired.elevation) +
        Math.abs(view.distance - desired.distance) / this.home.distance +
        view.target.distanceTo(desired.target) / this.size
      if (gap === 0) return false
      // Damping 0.12 per frame at 60 Hz, at every frame rate.
      const share =
        this.reducedMotion() || gap < 1e-4 ? 1 : 1 - (1 - damping) ** (elapsed / (1000 / 60))
      view.azimuth += (desired.azimuth - view.azimuth) * share
      view.elevation += (desired.elevation - view.elevation) * share
      view.distance += (desired.distance - view.distance) * share
      view.target.lerp(desired.target, share)
    }
    this.apply()
    this.onMove()
    return true
  }

  private apply(): void {
    const { view, camera, perspective, parallel } = this
    const flat = view.distance * Math.cos(view.elevation)
    camera.position.set(
      view.target.x + flat * Math.sin(view.azimuth),
      view.target.y + view.distance * Math.sin(view.elevation),
      view.target.z + flat * Math.cos(view.azimuth)
    )
    camera.near = 0.02 * view.distance
    camera.far = 8 * Math.max(view.distance, this.home.distance)
    perspective.aspect = this.width / this.freeHeight
    parallel.top = this.halfHeight
    parallel.right = this.halfHeight * perspective.aspect
    parallel.bottom = -parallel.top
    parallel.left = -parallel.right
    camera.setViewOffset(this.width, this.freeHeight, 0, 0, this.width, this.height)
    camera.lookAt(view.target)
    camera.updateMatrixWorld()
  }

  /** Looks where another eye looks, as near in its own picture as that one is in its own. */
  mirror({ view, home }: Eye): void {
    for (const own of [this.view, this.desired]) {
      copyView(view, own)
      own.distance *= this.home.distance / home.distance
    }
    this.animating = false
    this.apply()
  }

  /** [azimuth°, elevation°, distance / framing's distance, target x, y, z] and back. */
  numbers(): number[] {
    const { desired, home } = this
    const { x, y, z } = this.spotInSpace.copy(desired.target).sub(this.gone)
    return [
      desired.azimuth / degree,
      desired.elevation / degree,
      desired.distance / home.distance,
      x,
      y,
      z
    ]
  }

  setNumbers(values: readonly number[]): void {
    if (values.length !== 6 || !values.every(Number.isFinite)) return
    const [azimuth, elevation, zoom, x, y, z] = values as [
      number,
      number,
      number,
      number,
      number,
      number
    ]
    this.desired.azimuth = azimuth * degree
    this.desired.elevation = elevation * degree
    this.desired.distance = zoom * this.home.distance
    this.desired.target.set(x, y, z).add(this.gone)
    this.limit()
    copyView(this.desired, this.view)
    this.animating = false
    this.apply()
  }
}
