/** Geared arm or chain: slotted plates between actuators, each with its rotor in sight. */
import type { Vector3 } from 'three'
import { Actuators, housingDepth } from '../actuators.ts'
import { meetingPoints, world } from '../anatomy.ts'
import { slottedLink } from '../shapes/plates.ts'
import { block } from '../shapes/solids.ts'
import { hanger } from '../shapes/stand.ts'
import { centerLines, tips } from './generic.ts'
import type { MakeStyle } from './style.ts'

export const armStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size, framing } = subject
  const links = anatomy.bodies.filter((body) => !anatomy.isRotor(body.index))
  const span = Math.min(
    ...links.map((body) => {
      const [from, to] = meetingPoints(anatomy, body) as [Vector3, Vector3]
      return from.distanceTo(to)
    })
  )
  const radius = Math.min(0.33 * span, 0.075 * size)
  const thick = 0.34 * radius
  const shift = thick + housingDepth(radius) / 2
  for (const [i, body] of links.entries()) {
    const [from, to] = meetingPoints(anatomy, body) as [Vector3, Vector3]
    const last = body.outbound.every((joint) => anatomy.isRotor(joint.child))
    const eyes = [
      { x: from.x, y: from.y, r: 0.78 * radius },
      { x: to.x, y: to.y, r: (last ? 0.4 : 0.7) * radius }
    ] as const
    // Neighbors are in different layers, so they can pass.
    const at = (i % 2 ? -0.5 : 0.5) * thick
    const surface = i % 2 ? 'inner' : 'link'
    figure.add(body.index, slottedLink(...eyes, thick, at, surface, 0.06 * radius))
  }
  const actuators = new Actuators(
    figure,
    anatomy.gearings.map((gearing) => ({ gearing, radius, shift }))
  )
  const root = anatomy.joints.find((joint) => joint.parent === world)?.onParent
  if (root) {
    const yoke = block(1.1 * radius, 1.5 * radius, thick, 'housing')
    figure.add(world, [
      yoke.translate(root.x, root.y + 1.1 * radius, root.z),
      hanger(root.clone().setY(root.y + radius), framing.max[1] + size, 0.3 * radius)
    ])
  }
  return {
    traces: tips(subject, 1),
    ghosts: { count: 8, interval: 0.12, lines: centerLines(subject), dotEach: 1, behind: 0 },
    hub: () => radius,
    update: (q, poses, seconds) => actuators.update(q, poses, seconds),
    setCutaway: (open) => actuators.setCutaway(open)
  }
}
