/** One mechanism on the stage, with everything that follows it: its figure, traces, ghosts, axes. */
import { Group, Matrix4, Vector3 } from 'three'
import type { EnsembleLook, SecondPose, Show, StageMechanism } from '../../model/stage.ts'
import { type Anatomy, type JointGeometry, world } from './anatomy.ts'
import { anatomyIn, draw } from './drawing.ts'
import { EnsembleMeshes } from './ensemble-meshes.ts'
import { type Figure, poseMatrix } from './figure.ts'
import { drawnPoses, drawnVector } from './frames.ts'
import { Ghosts } from './ghosts.ts'
import { JointAxes } from './joint-axes.ts'
import type { Palette } from './materials.ts'
import { type CenterLine, centerLinesOf } from './picking.ts'
import { SecondFigure } from './second-figure.ts'
import { movingBox } from './silhouettes.ts'
import type { BodyPoint, VisualStyle } from './styles/style.ts'
import type { Theme } from './theme.ts'
import { Traces } from './traces.ts'
import { Weights } from './weights.ts'

const matrix = new Matrix4()

/** Properties of a mechanism that its drawing depends on, as text; without masses and damping. */
function shapeOf({ id, mechanism, framing, traced }: StageMechanism): string {
  const place = ({ type, parent, child, axis, axis2, parentFrame, childFrame }: JointGeometry) => [
    type,
    parent,
    child,
    axis,
    axis2,
    parentFrame,
    childFrame
  ]
  const bodies = mechanism.bodies.map(({ name, centerOfMass, shapes }) => [
    name,
    centerOfMass,
    shapes
  ])
  const { joints, loops = [], couplings = [], tendons = [], contact } = mechanism
  const colliders = contact?.colliders.map(
    ({ friction, torsionalFriction, rollingFriction, restitution, surfaceVelocity, ...solid }) =>
      solid
  )
  const lines = tendons.map(({ points }) => points)
  const ties = [joints.map(place), loops.map(place), couplings, lines, traced]
  return JSON.stringify([id, framing, bodies, ...ties, colliders])
}

/** The traced points that the mechanism specifies. */
function tracesOf({ traced }: StageMechanism, anatomy: Anatomy): BodyPoint[] | undefined {
  return traced?.flatMap(({ body, point }) => {
    const found = anatomy.body(body)
    return found ? [{ body: found.index, point: drawnVector(point, new Vector3()) }] : []
  })
}

export class StageMechanismView {
  readonly group = new Group()
  anatomy: Anatomy
  readonly figure: Figure
  readonly lines: readonly CenterLine[]
  readonly style: VisualStyle
  /** Poses in the stage's frame, seven numbers a body. */
  readonly poses: Float64Array
  private readonly traces: Traces
  private readonly ghosts: Ghosts | null
  private readonly axes: JointAxes
  private weights: Weights
  private ensemble: EnsembleMeshes | null = null
  private other: SecondFigure | null = null
  private readonly shape: string
  private theme: Theme | null = null
  private q = new Float64Array(0)

  /** `size` is half the diagonal of the framing box [m]. */
  constructor(
    private readonly given: StageMechanism,
    private readonly palette: Palette,
    private readonly size: number
  ) {
    this.shape = shapeOf(given)
    this.poses = new Float64Array(7 * given.mechanism.bodies.length)
    for (let i = 6; i < this.poses.length; i += 7) this.poses[i] = 1
    const { anatomy, figure, style } = draw(given, palette, size)
    this.anatomy = anatomy
    this.figure = figure
    this.style = style
    this.lines = centerLinesOf(this.anatomy)
    const traced = tracesOf(given, anatomy) ?? style.traces
    this.traces = new Traces(traced, Math.min(0.012, 0.016 * size))
    this.ghosts = this.style.ghosts ? new Ghosts(this.style.ghosts) : null
    this.axes = new JointAxes(this.anatomy, 0.12 * size)
    this.weights = this.weigh()
    this.group.add(this.figure.group, this.traces.group, this.axes.object, this.weights.group)
    if (this.ghosts) this.group.add(this.ghosts.group)
  }

  private weigh(): Weights {
    return new Weights(this.anatomy, 0.3 * this.size)
  }

  /**
   * Takes a mechanism that looks the same and has other masses; returns false if it looks different.
   */
  become(given: StageMechanism): boolean {
    if (shapeOf(given) !== this.shape || given.meshes !== this.given.meshes) return false
    const { visible } = this.weights.group
    this.weights.dispose()
    this.anatomy = anatomyIn(given)
    this.weights = this.weigh()
    this.weights.group.visible = visible
    if (this.theme) this.weights.setTheme(this.theme)
    this.group.add(this.weights.group)
    return true
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    const { traces, ghosts, axes, weights, ensemble, other } = this
    for (const part of [traces, ghosts, axes, weights, ensemble, other]) part?.setTheme(theme)
  }

  setShow(show: Show, ghosts: boolean): void {
    this.traces.group.visible = show.traces
    if (this.ghosts) this.ghosts.group.visible = show.ghosts && ghosts
    this.weights.group.visible = show.forces
    this.axes.shown = show.jointAxes
    this.style.setCutaway?.(show.cutaway)
  }

  setState(poses: Float64Array, q: Float64Array, time: number): void {
    if (this.q.length !== q.length) this.q = new Float64Array(q.length)
    this.q.set(q)
    drawnPoses(poses, this.poses)
    this.traces.record(this.poses, this.q, time)
    this.ghosts?.record(this.poses, time)
  }

  setEnsemble(poses: Float64Array | null, look: EnsembleLook): void {
    const count = (poses?.length ?? 0) / this.poses.length
    if (!Number.isInteger(count)) return // of the mechanism before
    if (this.ensemble && (this.ensemble.count !== count || this.ensemble.look !== look)) {
      this.ensemble.dispose()
      this.ensemble = null
    }
    if (!poses || count === 0) return
    this.ensemble ??= this.gather(count, look)
    this.ensemble.pose(poses)
  }

  setSecond(other: SecondPose | null): void {
    if (other?.poses.length === this.poses.length) {
      this.other ??= this.addOther()
      this.other.pose(other)
      return
    }
    this.other?.dispose()
    this.other = null
  }

  private addOther(): SecondFigure {
    const other = new SecondFigure(this.given, this.size)
    if (this.theme) other.setTheme(this.theme)
    this.group.add(other.figure.group)
    return other
  }

  private gather(count: number, look: EnsembleLook): EnsembleMeshes {
    const ensemble = new EnsembleMeshes(this.anatomy, look, count, this.palette, this.size)
    if (this.theme) ensemble.setTheme(this.theme)
    this.group.add(ensemble.group)
    return ensemble
  }

  resetHistory(): void {
    this.traces.clear()
    this.ghosts?.clear()
  }

  /** Moves what is drawn to where the bodies are; `seconds` is the wall clock's. */
  update(seconds: number): void {
    this.figure.group.visible = this.isPosed // before, all bodies would lie in one place
    this.figure.pose(this.poses)
    this.style.update?.(this.q, this.poses, seconds)
    if (this.traces.group.visible) this.traces.update()
    if (this.ghosts?.group.visible) this.ghosts.update()
    if (this.axes.shown) this.axes.update(this.poses)
    if (this.weights.group.visible) this.weights.update(this.poses)
  }

  /** Returns the present position of the joint of a body. */
  jointOf(body: number, into: Vector3): Vector3 {
    const joint = this.anatomy.joints.find(({ child }) => child === body)
    if (!joint) return into.set(0, 0, 0)
    return into.copy(joint.onChild).applyMatrix4(poseMatrix(this.poses, body, matrix))
  }

  /** Whether it has been posed yet. */
  get isPosed(): boolean {
    return this.q.length > 0
  }

  /** Whether nothing keeps it where it is. */
  get canLeave(): boolean {
    return this.anatomy.joints.some(
      ({ parent, type }) => parent === world && (type === 'free' || type === 'planar')
    )
  }

  /** How far it may go to each side before it leaves what frames it [m]. */
  room(): Vector3 {
    this.figure.pose(this.poses)
    const own = movingBox(this.figure, this.anatomy).getSize(new Vector3())
    const { min, max } = this.given.framing
    const spare = (axis: 0 | 1) => {
      const whole = max[axis] - min[axis]
      return Math.max(0.1 * whole, (whole - own.getComponent(axis)) / 2)
    }
    return own.set(spare(0), spare(1), 1.2 * this.size)
  }

  /** The mean place of its bodies, each counted by its mass. */
  center(into: Vector3): Vector3 {
    let whole = 0
    into.set(0, 0, 0)
    for (const { index, mass } of this.anatomy.bodies) {
      whole += mass
      into.x += mass * (this.poses[7 * index] as number)
      into.y += mass * (this.poses[7 * index + 1] as number)
      into.z += mass * (this.poses[7 * index + 2] as number)
    }
    return whole > 0 ? into.divideScalar(whole) : into
  }

  dispose(): void {
    const { figure, traces, ghosts, axes, weights, ensemble, other } = this
    for (const part of [figure, traces, ghosts, axes, weights, ensemble, other]) part?.dispose()
    this.group.removeFromParent()
  }
}
