/** Pendulum on a cart: a cart with four wheels on a pair of rails, a pole with a bob before it. */
import { Shape, Vector3 } from 'three'
import { world } from '../anatomy.ts'
import { belt, plate, roundedRectangle } from '../shapes/plates.ts'
import { block, cylinder, dome, rod } from '../shapes/solids.ts'
import { genericStyle } from './generic.ts'
import type { MakeStyle } from './style.ts'

export const cartPendulumStyle: MakeStyle = (subject) => {
  const { anatomy, figure, size, framing } = subject
  const [cart, pole] = ['cart', 'pole'].map((name) => anatomy.body(name))
  if (!cart || !pole) return genericStyle(subject)
  const r = 0.016 * size
  const pivot = pole.inbound.onParent
  const hub = pole.inbound.onChild
  const { tip } = pole

  const [wide, high, deep] = [11 * r, 4.6 * r, 5 * r]
  const shell = plate(roundedRectangle(wide, high, 0.7 * r, new Shape()), deep, 'link', {
    bevel: 0.25 * r
  })
  const panel = plate(
    roundedRectangle(0.72 * wide, 0.52 * high, 0.4 * r, new Shape()),
    0.2 * r,
    'inner',
    {
      at: deep / 2 + 0.02 * r,
      bevel: 0.06 * r
    }
  )
  const wheels = [-1, 1].flatMap((side) =>
    [-1, 1].map((end) =>
      cylinder(1.25 * r, -0.45 * r, 0.45 * r, 'housing', 28).translate(
        end * 0.36 * wide,
        -0.62 * high,
        side * 0.36 * deep
      )
    )
  )
  const front = deep / 2
  const axle = cylinder(0.5 * r, 0, front + 2.2 * r, 'pin', 20)
  const cap = dome(0.85 * r, 'brass').translate(0, 0, front + 2.2 * r)
  const cartPieces = [shell, panel, ...wheels, axle, cap]
  for (const piece of cartPieces) piece.translate(pivot.x, pivot.y, 0)
  figure.add(cart.index, cartPieces)

  // The pole swings before the cart, its middle plane `shift` in front of the cart's.
  const shift = front + 1.2 * r
  const disc = (point: Vector3, radius: number) => ({ x: point.x, y: point.y, r: radius })
  const bob = cylinder(2.6 * r, shift - 1.3 * r, shift + 1.3 * r, 'inner', 48)
  figure.add(pole.index, [
    plate(belt([disc(hub, 1.35 * r), disc(tip, 0.8 * r)], new Shape()), 1.1 * r, 'link', {
      at: shift
    }),
    bob.translate(tip.x, tip.y, 0),
    dome(0.7 * r, 'brass').translate(tip.x, tip.y, shift + 1.3 * r)
  ])

  const rail = cart.inbound.onParent.y + (pivot.y - cart.inbound.onChild.y) - 0.62 * high - 1.25 * r
  const [left, right] = [framing.min[0] * 0.96, framing.max[0] * 0.96]
  const track = [-1, 1].map((side) =>
    rod(
      new Vector3(left, rail - 0.35 * r, side * 0.36 * deep),
      new Vector3(right, rail - 0.35 * r, side * 0.36 * deep),
      0.35 * r,
      'pin'
    )
  )
  const posts = [left, right].flatMap((x) => [
    block(1.6 * r, 2.2 * r, 1.05 * deep, 'housing').translate(x, rail - 0.5 * r, 0),
    block(1.2 * r, rail - framing.floor, 1.2 * r, 'stand').translate(
      x,
      (rail + framing.floor) / 2,
      0
    ),
    block(7 * r, 0.8 * r, 7 * r, 'stand').translate(x, framing.floor + 0.4 * r, 0)
  ])
  figure.add(world, [...track, ...posts])

  const end = tip.clone().setZ(shift + 1.9 * r)
  return {
    traces: [{ body: pole.index, point: end }],
    ghosts: {
      count: 8,
      interval: 0.12,
      lines: [[hub, tip].map((point) => ({ body: pole.index, point: point.clone() }))],
      dotEach: 1,
      behind: 0.4 * r
    },
    hub: (body) => (body === cart.index ? 0.5 * wide : 1.4 * r)
  }
}
