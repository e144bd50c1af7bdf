/** Acrobot: two links before a post, the second one before the first, the motor at their joint. */
import { Vector3 } from 'three'
import { world } from '../anatomy.ts'
import { block, cylinder, dome, taperedCapsule } from '../shapes/solids.ts'
import { hanger } from '../shapes/stand.ts'
import { centerLines, genericStyle, tips } from './generic.ts'
import type { MakeStyle } from './style.ts'

export const acrobotStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size, framing } = subject
  const [upper, lower] = anatomy.bodies
  if (!upper || !lower) return genericStyle(subject)
  const r = 0.016 * size
  const shift = 2.2 * r
  const [pivot, elbow] = [upper.inbound.onChild, lower.inbound.onParent]
  const [root, tip] = [lower.inbound.onChild, lower.tip]
  const forward = (point: Vector3) => point.clone().setZ(point.z + shift)
  figure.add(upper.index, [
    taperedCapsule(pivot, elbow, r, 0.8 * r, 'link'),
    dome(0.8 * r, 'brass').translate(pivot.x, pivot.y, r),
    cylinder(1.9 * r, -r, 0.9 * r, 'housing').translate(elbow.x, elbow.y, 0)
  ])
  figure.add(lower.index, [
    cylinder(1.5 * r, 0.9 * r, 1.1 * r, 'copper').translate(root.x, root.y, 0),
    taperedCapsule(forward(root), forward(tip), r, 0.8 * r, 'inner'),
    dome(0.8 * r, 'brass').translate(root.x, root.y, shift + r)
  ])
  const { x, y } = upper.inbound.onParent
  const behind = -3.2 * r
  figure.add(world, [
    hanger(new Vector3(x, framing.floor, behind), y, 0.9 * r),
    block(12 * r, 0.8 * r, 9 * r, 'stand').translate(x, framing.floor + 0.4 * r, behind),
    cylinder(1.3 * r, behind - r, behind + r, 'stand').translate(x, y, 0),
    cylinder(0.6 * r, behind, 0, 'pin').translate(x, y, 0)
  ])
  return {
    traces: tips(subject, 1),
    ghosts: { count: 6, interval: 0.09, lines: centerLines(subject), dotEach: 1, behind: 0 },
    hub: () => 1.9 * r
  }
}
