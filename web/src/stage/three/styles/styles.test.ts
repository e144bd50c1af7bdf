import {
  beltChain,
  branchingTree,
  cartPendulum,
  chain,
  closedRing,
  differentialLeg,
  drapedChain,
  fourBar,
  gearedArm,
  gearedChain,
  gearedLeg,
  jvrc1,
  load,
  type MechanismSource,
  miniCheetah,
  minitaur,
  mitHumanoid,
  railTorusChain,
  rollingDisc,
  sixBar,
  sliderCrank,
  surfaceBoard,
  telloHumanoid,
  torusChain,
  windmill
} from 'linkwork'
import { Box3, InstancedMesh, Matrix4, Mesh, Vector3 } from 'three'
import { expect, it } from 'vitest'
import { pantograph } from '../../../model/drawing/classic-linkages.ts'
import { toMechanism } from '../../../model/drawing/to-mechanism.ts'
import { mechanisms } from '../../../model/mechanisms/index.ts'
import { miniCheetahWalk } from '../../../model/mechanisms/mini-cheetah-walk.ts'
import { standingLeg } from '../../../model/mechanisms/standing-leg.ts'
import { anatomyOf, world } from '../anatomy.ts'
import { Figure, poseMatrix } from '../figure.ts'
import { drawnPoses } from '../frames.ts'
import { Palette } from '../materials.ts'
import { tips } from './generic.ts'
import { styleFor } from './index.ts'
import type { Subject } from './style.ts'

const linkwork = await load()
const palette = new Palette()

const framing = {
  min: [-1, -1],
  max: [1, 1],
  azimuth: 0,
  elevation: 0,
  fieldOfView: 24,
  floor: -1,
  grid: { minor: 0.1, major: 0.5, radius: 3 }
} as const

/** A mechanism of the catalogue, skinned and posed as it starts. */
function styled(id: string, source: MechanismSource, after = 0) {
  using simulation = linkwork.simulate(source)
  simulation.step(after)
  const { mechanism } = simulation
  const anatomy = anatomyOf(mechanism)
  const figure = new Figure(mechanism, palette)
  const style = styleFor(id)({ anatomy, figure, framing, size: Math.SQRT2 })
  const poses = new Float64Array(7 * mechanism.bodies.length)
  drawnPoses(simulation.poses, poses)
  figure.pose(poses)
  style.update?.(simulation.q.slice(), poses, 0)
  return { anatomy, figure, style, poses }
}

const gallery: [string, MechanismSource][] = [
  ['chain', chain({ links: 1 })],
  ['acrobot', chain({ links: 2, length: 0.5 })],
  ['chain', chain({ links: 40, length: 0.08 })],
  ['chain', chain({ links: 100, length: 0.08 })],
  ['chain', chain({ links: 1000, length: 0.02 })],
  ['cart-pendulum', cartPendulum()],
  ['cart-pole', cartPendulum({ startAngle: 3 })],
  ['standing-leg', standingLeg.source({})],
  ['tree', branchingTree()],
  ['four-bar', fourBar()],
  ['four-bar-field', fourBar()],
  ['slider-crank', sliderCrank()],
  ['tree', branchingTree({ depth: 7, branches: 3 })],
  ['arm', gearedArm()],
  ['leg', gearedLeg()],
  ['leg-field', gearedLeg()],
  ['geared-chain', gearedChain({ links: 6 })],
  ['six-bar', sixBar()],
  ['six-bar', sixBar({ kind: 'stephenson' })],
  ['differential-leg', differentialLeg()],
  ['belt-chain', beltChain({ links: 6 })],
  ['belt-chain', beltChain({ links: 6, linksPerBelt: 3 })],
  ['mini-cheetah', miniCheetah({ base: 'hanging' })],
  ['minitaur', minitaur({ base: 'hanging' })],
  ['mit-humanoid', mitHumanoid({ base: 'hanging' })],
  ['tello', telloHumanoid({ base: 'hanging' })],
  ['jvrc-1', jvrc1({ base: 'hanging' })],
  ['draped-chain', drapedChain()],
  ['closed-ring', closedRing()],
  ['torus-chain', torusChain({ links: 30 })],
  ['rail-torus-chain', railTorusChain({ links: 20 })],
  ['surface-board', surfaceBoard({ links: 12 })],
  ['windmill', windmill()],
  ['rolling-disc', rollingDisc()],
  ['mini-cheetah-walk', miniCheetahWalk.source({})],
  ['humanoid-drop', mitHumanoid({ base: 'standing' })],
  ['unheard of', drapedChain({ links: 3 })],
  ['unheard of', jvrc1()],
  ['unheard of', windmill()],
  ['unheard of', gearedLeg()]
]

it('every entry of the gallery is drawn here', () => {
  const drawn = new Set(gallery.map(([id]) => id))
  expect(mechanisms.map(({ id }) => id).filter((id) => !drawn.has(id))).toEqual([])
})

it.each(gallery)('%s stays within the budget of triangles and draw calls', (id, source) => {
  const { figure, style } = styled(id, source)
  let triangles = 0
  let calls = 0
  figure.group.traverse((node) => {
    if (!(node instanceof Mesh)) return
    const passes = node.castShadow ? 2 : 1
    const copies = node instanceof InstancedMesh ? node.count : 1
    calls += passes
    triangles += (passes * copies * node.geometry.getAttribute('position').count) / 3
  })
  expect(triangles).toBeLessThanOrEqual(150_000)
  expect(calls).toBeLessThanOrEqual(100) // of 120; floor, traces and ghosts take the rest
  expect(style.traces.length).toBeGreaterThan(0)
  figure.dispose()
})

it.each(gallery)('%s draws no point that is not a number', (id, source) => {
  const { figure } = styled(id, source)
  figure.group.traverse((node) => {
    if (!(node instanceof Mesh)) return
    const { array } = node.geometry.getAttribute('position')
    expect(array.every((value: number) => Number.isFinite(value))).toBe(true)
    if (node instanceof InstancedMesh) {
      expect(node.instanceMatrix.array.every((value) => Number.isFinite(value))).toBe(true)
    }
  })
})

it('legs hang from their yaw drives without a gap', () => {
  for (const [id, source, hung] of [
    ['leg', gearedLeg(), 'hipRoll'],
    ['differential-leg', differentialLeg(), 'clamp']
  ] as const) {
    const { anatomy, figure } = styled(id, source)
    const of = (index: number | undefined) =>
      [...figure.parts].filter(([, bodies]) => bodies.includes(index ?? Number.NaN))
    const boxOf = (index: number | undefined) =>
      of(index).reduce((box, [mesh]) => box.expandByObject(mesh, true), new Box3())
    figure.group.updateMatrixWorld(true)
    expect(boxOf(anatomy.body(hung)?.index).max.y).toBeGreaterThan(boxOf(world).min.y)
  }
})

it('loops meet where both of their bodies say', () => {
  for (const source of [fourBar(), sliderCrank(), gearedLeg()]) {
    const { anatomy, poses } = styled('', source, 50)
    for (const loop of anatomy.loops) {
      const matrix = new Matrix4()
      const one = loop.onParent.clone().applyMatrix4(poseMatrix(poses, loop.parent, matrix))
      const other = loop.onChild.clone().applyMatrix4(poseMatrix(poses, loop.child, matrix))
      expect(one.distanceTo(other)).toBeLessThan(1e-9) // the drift allowed is 1e-12
    }
  }
})

it("finds the four-bar's coupler point from its center of mass", () => {
  const { style } = styled('four-bar', fourBar({ couplerPoint: [0.31, 0.17] }))
  const point = style.traces[0]?.point ?? new Vector3()
  expect(point.x).toBeCloseTo(0.31, 6)
  expect(point.y).toBeCloseTo(0.17, 6)
})

it('pairs every rotor with the joint it drives', () => {
  const { anatomy } = styled('leg', gearedLeg({ ratio: 9 }))
  expect(anatomy.gearings.map(({ ratio }) => ratio)).toEqual([9, 9, 9, 9, 9])
  const names = anatomy.gearings.map(({ rotor, driven }) => `${rotor.name} ${driven.name}`)
  expect(names).toContain('kneeRotor knee')
  expect(names).toContain('ankleRotor crank')
})

it('ghosts of what hangs in several chains join what holds each other, and nothing else', () => {
  const { style, anatomy } = styled('windmill', windmill())
  const lines = style.ghosts?.lines ?? []
  expect(lines.length).toBeGreaterThan(8)
  for (const [from, to] of lines)
    expect(anatomy.bodies[to?.body ?? -1]?.inbound.parent).toBe(from?.body)
})

it('identifies the rotors behind belts and differentials', () => {
  const { anatomy } = styled('belt-chain', beltChain({ links: 4 }))
  expect(anatomy.belts.map(({ driven }) => driven.length)).toEqual([2, 2])
  expect(anatomy.bodies.filter(({ index }) => anatomy.isRotor(index))).toHaveLength(4)
  const tello = styled('tello', telloHumanoid()).anatomy
  expect(tello.belts).toHaveLength(4) // two rotors a knee
  expect(tello.bodies.filter(({ index }) => tello.isRotor(index))).toHaveLength(18)
})

it('where all is tied the bar with a loose end leaves the trace, and no half of a spring', () => {
  const anatomy = anatomyOf(toMechanism(pantograph).mechanism)
  const [only, ...others] = tips({ anatomy } as Subject, 4)
  expect(others).toEqual([])
  expect(anatomy.bodies[only?.body ?? 0]?.name).toBe('pen arm')
  // Twice as far from D as E is, is the pen.
  const pen = Math.hypot(0.28, 0.26)
  expect(only?.point.length()).toBeCloseTo(pen, 9)
})
