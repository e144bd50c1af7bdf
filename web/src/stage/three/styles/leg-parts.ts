/** Single parts of the humanoid leg. `unit` is the length of the thigh. */
import { type BufferGeometry, Shape, Vector3 } from 'three'
import { closedHousing } from '../shapes/actuator.ts'
import { belt, plate, roundedPolygon, roundedRectangle } from '../shapes/plates.ts'
import { cylinder, rod, turned } from '../shapes/solids.ts'

/** Stack that turns about the vertical: rod, collar, brass ring, drum; its foot a little over the joint. */
export function yawDrive(joint: Vector3, top: number, unit: number): BufferGeometry[] {
  const upright = (geometry: BufferGeometry, height: number) =>
    geometry.rotateX(-Math.PI / 2).translate(joint.x, height, joint.z)
  const [r, foot] = [0.145 * unit, joint.y + 0.14 * unit]
  const drum = turned(
    [
      [0, 0],
      [0.95 * r, 0],
      [r, 0.05 * r],
      [r, 1.16 * r],
      [0.94 * r, 1.22 * r],
      [0, 1.22 * r]
    ],
    'housing'
  )
  return [
    upright(drum, foot),
    upright(cylinder(0.88 * r, 1.22 * r, 1.31 * r, 'brass', 48), foot),
    upright(cylinder(0.84 * r, 1.31 * r, 1.42 * r, 'housing', 48), foot),
    upright(cylinder(0.42 * r, 1.42 * r, 2.3 * r, 'housing', 36), foot),
    rod(
      new Vector3(joint.x, foot + 2.3 * r, joint.z),
      new Vector3(joint.x, top, joint.z),
      0.25 * r,
      'stand'
    )
  ]
}

/** Drive that rolls the hip: a drum along x behind the box. */
export function rollDrive(joint: Vector3, unit: number): BufferGeometry[] {
  const r = 0.12 * unit
  const drum = closedHousing()
    .scale(r, r, 1.5 * r)
    .rotateY(Math.PI / 2)
  return [drum.translate(joint.x + 0.04 * unit, joint.y, joint.z - 0.17 * unit)]
}

/**
 * Box above the hip with a recessed window and four bolts, and the plate that supports the pitch drive.
 */
export function hipBox(pitch: Vector3, unit: number): BufferGeometry[] {
  const [wide, high, deep] = [0.34 * unit, 0.33 * unit, 0.3 * unit]
  const middle = 0.375 * unit
  const front = deep / 2
  const pieces = [
    plate(roundedRectangle(wide, high, 0.03 * unit, new Shape(), 0, middle), deep, 'link', {
      bevel: 0.014 * unit
    }),
    plate(
      roundedRectangle(0.52 * wide, 0.58 * high, 0.006 * unit, new Shape(), 0, middle),
      0.02 * unit,
      'inner',
      { at: front - 0.004 * unit, bevel: 0.003 * unit }
    ),
    plate(
      belt(
        [
          { x: 0, y: 0, r: 0.13 * unit },
          { x: 0.08 * unit, y: middle - 0.35 * high, r: 0.05 * unit },
          { x: -0.08 * unit, y: middle - 0.35 * high, r: 0.05 * unit }
        ],
        new Shape()
      ),
      0.09 * unit,
      'link',
      { at: -0.13 * unit, bevel: 0.008 * unit }
    )
  ]
  for (const [sx, sy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1]
  ] as const) {
    const bolt = cylinder(0.021 * unit, front - 0.01 * unit, front + 0.014 * unit, 'pin', 6)
    pieces.push(bolt.translate(sx * 0.4 * wide, middle + sy * 0.39 * high, 0))
  }
  for (const piece of pieces) piece.translate(pitch.x, pitch.y, pitch.z)
  return pieces
}

/** Crank of the ankle's drive: a tapered plate, its pins before the actuator. */
export function shinCrank(
  from: Vector3,
  to: Vector3,
  front: number,
  unit: number
): BufferGeometry[] {
  const thick = 0.045 * unit
  const arm = belt(
    [
      { x: from.x, y: from.y, r: 0.05 * unit },
      { x: to.x, y: to.y, r: 0.032 * unit }
    ],
    new Shape()
  )
  return [
    plate(arm, thick, 'link', { at: front, bevel: 0.006 * unit }),
    cylinder(0.026 * unit, front, front + 0.04 * unit, 'pin', 24).translate(from.x, from.y, 0),
    cylinder(0.018 * unit, front, front + 0.05 * unit, 'pin', 20).translate(to.x, to.y, 0),
    cylinder(0.03 * unit, front - 0.12 * unit, front, 'pin', 20).translate(from.x, from.y, 0)
  ]
}

/** Foot in profile, toe towards +x, with its sole; and the points that ghosts and traces use. */
export function footShape(ankle: Vector3, heelPin: Vector3, unit: number) {
  const at = (x: number, y: number, r: number) =>
    [ankle.x + x * unit, ankle.y + y * unit, r * unit] as const
  const back = Math.min((heelPin.x - ankle.x) / unit - 0.03, -0.14)
  const thick = 0.17 * unit
  const profile = roundedPolygon([
    at(back, -0.14, 0.012),
    at(0.4, -0.14, 0.02),
    at(0.425, -0.075, 0.03),
    at(0.15, -0.005, 0.08),
    at(0.09, 0.095, 0.09),
    at(-0.08, 0.095, 0.09),
    at(-0.095, 0.03, 0.03),
    at(back, 0.02, 0.03)
  ])
  const sole = roundedRectangle(
    (0.43 - back) * unit,
    0.04 * unit,
    0.01 * unit,
    new Shape(),
    ankle.x + ((0.43 + back) / 2) * unit,
    ankle.y - 0.155 * unit
  )
  return {
    pieces: [
      plate(profile, thick, 'link', { bevel: 0.012 * unit }),
      plate(sole, 1.12 * thick, 'housing', { bevel: 0.008 * unit }),
      cylinder(0.055 * unit, -0.6 * thick, 0.62 * thick, 'housing', 32).translate(
        ankle.x,
        ankle.y,
        0
      ),
      cylinder(0.035 * unit, -0.62 * thick, 0.66 * thick, 'pin', 24).translate(ankle.x, ankle.y, 0)
    ],
    ankle,
    heel: new Vector3(ankle.x + back * unit, ankle.y - 0.17 * unit, ankle.z),
    toe: new Vector3(ankle.x + 0.425 * unit, ankle.y - 0.15 * unit, ankle.z)
  }
}
