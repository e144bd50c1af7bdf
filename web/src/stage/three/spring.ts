/** The hand's spring: nine turns between the grabbed point and the pointer, and its force in words. */
import { Group, Matrix4, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three'
import type { Pull } from '../../model/stage.ts'
import type { Eye } from './camera.ts'
import { FatLine } from './fat-line.ts'
import { poseMatrix } from './figure.ts'
import { drawnVector } from './frames.ts'
import type { Theme } from './theme.ts'

const turns = 9
const piecesPerTurn = 16
const pieces = turns * piecesPerTurn
/** Straight part at either end, as a share of the length. */
const lead = 0.12
/** Lengths on the screen up to which the spring is a line, and from which its coil has its full radius. */
const coilLengths = [24, 110] as const
/** How far the coil leans along its axis, in radii: seen so, its turns read as rings. */
const lean = 0.25
const ringPieces = 40
/** Sizes in CSS pixels. */
const ringRadius = 14
const grabRadius = 5
const handRadius = 4
/** Time to vanish after release [ms]. */
const vanish = 120

export class Spring {
  readonly group = new Group()
  readonly label = document.createElement('div')
  private readonly coil = new FatLine(pieces + 2, { width: 2.2, depthTest: false })
  private readonly ring = new FatLine(ringPieces, { width: 2.5, depthTest: false })
  private readonly paint = new MeshBasicMaterial({
    toneMapped: false,
    fog: false,
    depthTest: false
  })
  private readonly grabBall = new Mesh(new SphereGeometry(1, 20, 14), this.paint)
  private readonly handBall = new Mesh(this.grabBall.geometry, this.paint)
  private pull: Pull | null = null
  private releasedAt = Number.NaN
  private strength = 0
  private readonly grabbed = new Vector3()
  private readonly hand = new Vector3()
  private readonly axis = new Vector3()
  private readonly across = new Vector3()
  private readonly deep = new Vector3()
  private readonly before = new Vector3()
  private readonly here = new Vector3()
  private readonly matrix = new Matrix4()

  constructor() {
    this.label.className = 'stage-force'
    this.label.hidden = true
    for (const line of [this.coil, this.ring]) line.material.transparent = true
    this.paint.transparent = true
    const parts = [this.coil.object, this.ring.object, this.grabBall, this.handBall]
    for (const part of parts) part.renderOrder = 20
    this.group.add(...parts)
    this.group.visible = false
  }

  setTheme(theme: Theme): void {
    this.coil.material.color.set(theme.hand)
    this.ring.material.color.set(theme.hand)
    this.paint.color.set(theme.hand)
  }

  setPull(pull: Pull | null, now: number): void {
    if (!pull && this.pull) this.releasedAt = now
    if (pull) {
      this.strength = pull.force
      drawnVector(pull.target, this.hand)
    }
    this.pull = pull
  }

  update(poses: Float64Array, eye: Eye, now: number): void {
    const opacity = this.pull ? 1 : Math.max(0, 1 - (now - this.releasedAt) / vanish)
    this.group.visible = opacity > 0
    this.label.hidden = !this.pull
    if (!(opacity > 0)) return
    this.coil.material.opacity = this.ring.material.opacity = this.paint.opacity = opacity
    if (this.pull) {
      drawnVector(this.pull.localPoint, this.grabbed)
      this.grabbed.applyMatrix4(poseMatrix(poses, this.pull.body, this.matrix))
    }
    const meters = 1 / eye.pixelsPerMeter()
    this.grabBall.position.copy(this.grabbed)
    this.grabBall.scale.setScalar(grabRadius * meters)
    this.handBall.position.copy(this.hand)
    this.handBall.scale.setScalar(handRadius * meters)
    this.wind(eye)
    this.drawRing(eye, ringRadius * meters)
  }

  /** Radius .043 R · min(1, √(.4 R / L)): a long spring is a thin one, and so is a short one. */
  private wind(eye: Eye): void {
    const { axis, across, deep, here, before, coil } = this
    axis.copy(this.hand).sub(this.grabbed)
    const length = axis.length()
    axis.normalize()
    deep.copy(eye.camera.position).sub(this.grabbed).normalize()
    across.crossVectors(axis, deep).normalize()
    deep.crossVectors(across, axis)
    const [least, full] = coilLengths
    const drawn = (length * eye.pixelsPerMeter() - least) / (full - least)
    const radius =
      0.043 *
      eye.size *
      Math.min(1, Math.max(0, drawn), Math.sqrt((0.4 * eye.size) / Math.max(length, 1e-9)))
    let segment = 0
    before.copy(this.grabbed)
    const to = () => {
      coil.set(segment++, before.x, before.y, before.z, here.x, here.y, here.z)
      before.copy(here)
    }
    for (let i = 0; i <= pieces; i++) {
      const t = i / pieces
      const angle = 2 * Math.PI * turns * t
      // The coil opens and closes over half a turn, so the leads meet it on the axis.
      const open = radius * Math.min(1, turns * 2 * Math.min(t, 1 - t))
      here.copy(this.grabbed).addScaledVector(axis, length * (lead + (1 - 2 * lead) * t))
      here.addScaledVector(across, open * Math.sin(angle))
      here.addScaledVector(deep, open * Math.cos(angle))
      here.addScaledVector(axis, -lean * open * Math.cos(angle))
      to()
    }
    here.copy(this.hand)
    to()
    coil.count = segment
    coil.commit()
  }

  private drawRing(eye: Eye, radius: number): void {
    const { across, deep, before, here, ring } = this
    across.setFromMatrixColumn(eye.camera.matrixWorld, 0)
    deep.setFromMatrixColumn(eye.camera.matrixWorld, 1)
    for (let i = 0; i <= ringPieces; i++) {
      const angle = (2 * Math.PI * i) / ringPieces
      here.copy(this.hand).addScaledVector(across, radius * Math.cos(angle))
      here.addScaledVector(deep, radius * Math.sin(angle))
      if (i > 0) ring.set(i - 1, before.x, before.y, before.z, here.x, here.y, here.z)
      before.copy(here)
    }
    ring.count = ringPieces
    ring.commit()
  }

  /** Puts the text of the force next to the ring, inside a stage `width` pixels wide. */
  place(eye: Eye, width: number): void {
    if (!this.pull) return
    const words = `${this.strength.toFixed(this.strength < 100 ? 1 : 0)} N`
    if (this.label.textContent !== words) this.label.textContent = words
    eye.project(this.hand, this.here)
    const gap = ringRadius + 12
    const left = this.here.x + gap + 56 > width
    const x = this.here.x + (left ? -gap : gap)
    const shift = left ? '-100%' : '0'
    this.label.style.transform = `translate(${x}px, ${this.here.y}px) translate(${shift}, -50%)`
  }

  dispose(): void {
    this.coil.dispose()
    this.ring.dispose()
    this.grabBall.geometry.dispose()
    this.paint.dispose()
    this.label.remove()
    this.group.removeFromParent()
  }
}
