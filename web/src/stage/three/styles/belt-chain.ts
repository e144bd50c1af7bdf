/**
 * Chain driven through belts. Of the links that move together the first is turned by the gears before
 * its joint, each further one by a toothed belt from a motor behind that joint.
 */
import { InstancedMesh, Matrix4, type Vector3 } from 'three'
import { Actuators, housingDepth } from '../actuators.ts'
import { type Belt, type BodyAnatomy, type JointAnatomy, meetingPoints, world } from '../anatomy.ts'
import { type Figure, merged, poseMatrix } from '../figure.ts'
import { closedHousing } from '../shapes/actuator.ts'
import { slottedLink } from '../shapes/plates.ts'
import { block, cylinder } from '../shapes/solids.ts'
import { hanger } from '../shapes/stand.ts'
import { BeltPath, beltBand, beltTooth, pulley } from '../shapes/toothed-belt.ts'
import { centerLines, tips } from './generic.ts'
import type { MakeStyle } from './style.ts'

/** Teeth of a pulley, and the distance of marked teeth of a belt, which show its motion. */
const teeth = 24
const markEach = 6

const matrix = new Matrix4()
const step = new Matrix4()

/** Angle by which what turns the joints from the given one on has turned against their first parent. */
const angleOf = (joints: readonly JointAnatomy[], q: Float64Array): number =>
  joints.reduce((sum, { offset, childAxis }) => sum + Math.sign(childAxis.z) * (q[offset] ?? 0), 0)

/** Belts of one transmission: the pulleys at its joints and the teeth that run between them. */
class BeltDrive {
  private readonly paths: readonly {
    path: BeltPath
    body: number
    after: readonly JointAnatomy[]
  }[]
  private readonly wheels: InstancedMesh
  private readonly plain: InstancedMesh
  private readonly marked: InstancedMesh
  private readonly count: number

  constructor(
    figure: Figure,
    private readonly driven: readonly JointAnatomy[],
    radius: number,
    at: number
  ) {
    this.paths = driven.slice(0, -1).map(({ child, onChild }, i) => {
      const end = (driven[i + 1] as JointAnatomy).onParent
      figure.add(child, [beltBand(onChild, end, radius, at)])
      return {
        path: new BeltPath(onChild, end, radius, at),
        body: child,
        after: driven.slice(i + 1)
      }
    })
    const pitch = (2 * Math.PI * radius) / teeth
    const longest = Math.max(...this.paths.map(({ path }) => path.length))
    this.count = markEach * Math.round(longest / pitch / markEach)
    const many = (shape: InstancedMesh['geometry'], count: number) => {
      const mesh = new InstancedMesh(shape, figure.palette.material, count)
      mesh.frustumCulled = false
      mesh.receiveShadow = true
      figure.group.add(mesh)
      return mesh
    }
    const marks = this.count / markEach
    this.wheels = many(merged(pulley(radius, teeth, at)), driven.length)
    this.wheels.castShadow = true
    this.marked = many(beltTooth(radius, pitch, true), marks * this.paths.length)
    this.plain = many(beltTooth(radius, pitch, false), (this.count - marks) * this.paths.length)
  }

  update(q: Float64Array, poses: Float64Array): void {
    for (const [i, { child, onChild }] of this.driven.entries()) {
      poseMatrix(poses, child, matrix).multiply(step.makeTranslation(onChild.x, onChild.y, 0))
      matrix.multiply(step.makeRotationZ(angleOf(this.driven.slice(i + 1), q)))
      this.wheels.setMatrixAt(i, matrix)
    }
    let [plain, marked] = [0, 0]
    for (const { path, body, after } of this.paths) {
      const start = path.radius * (angleOf(after, q) + Math.PI / teeth)
      poseMatrix(poses, body, matrix)
      for (let tooth = 0; tooth < this.count; tooth++) {
        path.frame(start + (tooth / this.count) * path.length, step).premultiply(matrix)
        if (tooth % markEach === 0) this.marked.setMatrixAt(marked++, step)
        else this.plain.setMatrixAt(plain++, step)
      }
    }
    for (const mesh of [this.wheels, this.plain, this.marked])
      mesh.instanceMatrix.needsUpdate = true
  }
}

/** The motor of a belt behind the plates: its housing on the parent, the back of its rotor visible. */
function addMotor(figure: Figure, { rotor }: Belt, radius: number, front: number): void {
  const { x, y } = rotor.onParent
  const middle = front - housingDepth(radius) / 2
  const back = front - housingDepth(radius)
  const shell = closedHousing().scale(radius, radius, radius)
  figure.add(rotor.parent, [shell.translate(x, y, middle)])
  const mark = block(0.1 * radius, 0.5 * radius, 0.02 * radius, 'index')
  figure.add(rotor.child, [
    cylinder(0.62 * radius, back - 0.14 * radius, back, 'copper', 40),
    mark.translate(0, 0.3 * radius, back - 0.15 * radius)
  ])
}

export const beltChainStyle: MakeStyle = (subject) => {
  const { anatomy, figure, framing, size } = subject
  const links = anatomy.bodies.filter((body) => !anatomy.isRotor(body.index))
  const ends = (body: BodyAnatomy) => meetingPoints(anatomy, body) as [Vector3, Vector3]
  const span = Math.min(...links.map((body) => ends(body)[0].distanceTo(ends(body)[1])))
  const radius = Math.min(0.36 * span, 0.09 * size)
  const gearRadius = 0.84 * radius
  const thick = 0.3 * radius
  for (const [i, body] of links.entries()) {
    const [from, to] = ends(body)
    const last = body.outbound.every(({ child }) => anatomy.isRotor(child))
    const eyes = [
      { x: from.x, y: from.y, r: 0.72 * radius },
      { x: to.x, y: to.y, r: (last ? 0.4 : 0.66) * radius }
    ] as const
    const at = (i % 2 ? -0.5 : 0.5) * thick
    figure.add(body.index, slottedLink(...eyes, thick, at, i % 2 ? 'inner' : 'link', 0.05 * radius))
  }
  // Belts of one transmission lie in layers, those that reach further in front of the others.
  const layer = ({ driven }: Belt) => driven.length - 2
  const before = thick + 0.3 * radius
  const drives = anatomy.belts.map((belt) => {
    const { driven } = belt
    addMotor(figure, belt, gearRadius, -thick - layer(belt) * housingDepth(gearRadius))
    return new BeltDrive(figure, driven, radius, before + 0.46 * layer(belt) * radius)
  })
  const layers = Math.max(0, ...anatomy.belts.map((belt) => 1 + layer(belt)))
  const shift = thick + 0.46 * layers * radius + 0.12 * radius + housingDepth(gearRadius) / 2
  const actuators = new Actuators(
    figure,
    anatomy.gearings.map((gearing) => ({ gearing, radius: gearRadius, shift }))
  )
  const root = anatomy.joints.find(({ parent }) => parent === world)?.onParent
  if (root) {
    figure.add(world, [
      block(1.1 * radius, 1.5 * radius, 2 * thick, 'housing').translate(
        root.x,
        root.y + 1.3 * radius,
        root.z - 1.2 * thick
      ),
      hanger(root.clone().setY(root.y + radius), framing.max[1] + size, 0.3 * radius)
    ])
  }
  return {
    traces: tips(subject, 1),
    ghosts: { count: 8, interval: 0.16, lines: centerLines(subject), dotEach: 1, behind: 0 },
    hub: () => radius,
    update(q, poses, seconds) {
      actuators.update(q, poses, seconds)
      for (const drive of drives) drive.update(q, poses)
    },
    setCutaway: (open) => actuators.setCutaway(open)
  }
}
