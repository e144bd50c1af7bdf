import type { Shape, Vector3 } from 'linkwork'
import { depthOf, discAt, innerColor, type Place, wheelAt } from './bars.ts'
import { carrierOf } from './gearing.ts'
import { bodiesOf, ground } from './joining.ts'
import { local, type Pose } from './poses.ts'
import { linkOf, pointOf, radiiOf, type Sketch, type SketchGear } from './sketch.ts'

/** Half as thick as a belt is [m]. */
const belted = 0.003
/** Pieces of a belt's curve about a wheel. */
const pieces = 8

/** The arc of a belt on a wheel, counterclockwise from an angle. */
export interface Arc {
  readonly center: Place
  readonly radius: number
  readonly from: number
  readonly sweep: number
}

/**
 * An open belt round two wheels, in the order in which it goes counterclockwise: about b, then about a.
 * Its straight runs touch both where the radius is at β from the line of middles, cos β = (r_a − r_b) / d.
 */
export function beltArcs(a: Place, b: Place, [ra, rb]: readonly [number, number]): [Arc, Arc] {
  const [dx, dz] = [b[0] - a[0], b[1] - a[1]]
  const way = Math.atan2(dz, dx)
  const beta = Math.acos(Math.max(-1, Math.min(1, (ra - rb) / (Math.hypot(dx, dz) || 1))))
  return [
    { center: b, radius: rb, from: way - beta, sweep: 2 * beta },
    { center: a, radius: ra, from: way + beta, sweep: 2 * (Math.PI - beta) }
  ]
}

/** A place of an arc, by the angle at its center. */
const onArc = ({ center, radius }: Arc, angle: number): Place => [
  center[0] + radius * Math.cos(angle),
  center[1] + radius * Math.sin(angle)
]

/** Returns the ends of an arc. */
export const endsOf = (arc: Arc): [Place, Place] => [
  onArc(arc, arc.from),
  onArc(arc, arc.from + arc.sweep)
]

/** The straight runs between two arcs. */
export function beltRuns([one, other]: readonly [Arc, Arc]): [Place, Place][] {
  const [[first, second], [third, fourth]] = [endsOf(one), endsOf(other)]
  return [
    [second, third],
    [fourth, first]
  ]
}

/** Returns the shapes of belts on a body or on the ground: pulleys and the belts around them. */
export function beltShapes(sketch: Sketch, body: string, pose: Pose): Shape[] {
  return sketch.gears
    .filter(({ belt }) => belt !== undefined)
    .flatMap((gear) => {
      const y = Math.min(...[gear.a, gear.b].map(({ link }) => depth(sketch, link)))
      const [a, b] = [gear.a, gear.b].map(({ point }) => local(pose, pointOf(sketch, point)))
      const isHeld = carrierOf(sketch, gear.a.point, gear.b.point) === body
      return [
        ...pulleys(sketch, gear, body, pose, y),
        ...(isHeld && a && b ? [tube(beltArcs(a, b, radiiOf(sketch, gear)), y)] : [])
      ]
    })
}

function pulleys(sketch: Sketch, gear: SketchGear, body: string, pose: Pose, y: number): Shape[] {
  const radii = radiiOf(sketch, gear)
  return [gear.a, gear.b].flatMap((wheel, i) => {
    const link = linkOf(sketch, wheel.link)
    if ((link.fixed ? ground : link.id) !== body) return []
    const [x, z] = local(pose, pointOf(sketch, wheel.point))
    const own = depth(sketch, link.id)
    const at = (along: number): Vector3 => [x, along, z]
    const disc = wheelAt(at(y), (radii[i] ?? 0) - belted / 2, link.thickness)
    const axle = discAt(at((own + y) / 2), 0.3 * link.width, Math.abs(own - y))
    return own === y ? disc : [...disc, axle]
  })
}

/** Returns the layer of a link or of its wheel. */
function depth(sketch: Sketch, id: string): number {
  const link = linkOf(sketch, id)
  return depthOf(link, link.fixed ? -1 : bodiesOf(sketch).indexOf(id))
}

/** A spline of degree 2 touches the middles of its polygon's sides: those lie on the belt's arcs. */
function tube(arcs: readonly Arc[], y: number): Shape {
  const points = arcs.flatMap(({ center, radius, from, sweep }) => {
    const turn = sweep / pieces
    const out = radius / Math.cos(turn / 2)
    const at = (angle: number, beyond = 0): Vector3 => [
      center[0] + radius * Math.cos(angle) - beyond * Math.sin(angle),
      y,
      center[1] + radius * Math.sin(angle) + beyond * Math.cos(angle)
    ]
    const half = radius * Math.tan(turn / 2)
    const corners = Array.from({ length: pieces }, (_, i): Vector3 => {
      const angle = from + (i + 0.5) * turn
      return [center[0] + out * Math.cos(angle), y, center[1] + out * Math.sin(angle)]
    })
    return [at(from, -half), ...corners, at(from + sweep, half)]
  })
  return {
    type: 'tube',
    radius: belted,
    color: innerColor,
    curve: { kind: 'bSpline', degree: 2, closed: true, points }
  }
}
