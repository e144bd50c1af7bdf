/**
 * Bodies that slide on curves and surfaces: alternating rings, supported rails and sheets, lines on
 * sheets.
 */
import type { Shape } from 'linkwork'
import type { DrawnShape } from 'linkwork/three'
import { type BufferGeometry, Vector3 } from 'three'
import { type BodyAnatomy, world } from '../anatomy.ts'
import { givenSolids } from '../shapes/given.ts'
import { rod } from '../shapes/solids.ts'
import { hanger } from '../shapes/stand.ts'
import type { Surface } from '../theme.ts'
import { genericStyle, tips } from './generic.ts'
import type { BodyPoint, MakeStyle, Subject } from './style.ts'

type Patch = Extract<Shape, { type: 'patch' }>
type Point = Patch['points'][number][number]

/** The control points of the curve v = constant of a sheet: every row blended by de Casteljau. */
function across(row: readonly Point[], v: number): Point {
  let left = row
  while (left.length > 1)
    left = left.slice(1).map((next, i) => {
      const before = left[i] as Point
      return before.map(
        (number, k) => number + v * ((next[k] as number) - number)
      ) as unknown as Point
    })
  return left[0] as Point
}

/** Thin tubes along lines of constant u and v, which show how a sheet bends; its rim is thicker. */
function parameterLines(patch: Patch, lines: number): { rim: Shape[]; inner: Shape[] } {
  const rows = patch.points
  const columns = (rows[0] ?? []).map((_, j) => rows.map((row) => row[j] as Point))
  const at = (place: number, radius: number) =>
    [rows, columns].map(
      (net): Shape => ({
        type: 'tube',
        radius,
        curve: { kind: 'bezier', points: net.map((row) => across(row, place)) }
      })
    )
  const places = Array.from({ length: lines - 1 }, (_, i) => (i + 1) / lines)
  return {
    rim: [0, 1].flatMap((place) => at(place, 0.008)),
    inner: places.flatMap((place) => at(place, 0.003))
  }
}

/** Supports: posts under the ends of a rail, a column with a foot under the middle of a sheet. */
function posts(shape: DrawnShape, floor: number): BufferGeometry[] {
  const stand = ([x, y, z]: Point, radius: number, height?: number) => {
    const foot = new Vector3(x, floor, -y)
    return rod(foot.clone().setY(height ?? z), foot, radius, 'stand')
  }
  if (shape.type === 'patch') {
    const middle = across(
      shape.points.map((row) => across(row, 0.5)),
      0.5
    )
    return [stand(middle, 0.05), stand(middle, 0.3, floor + 0.03)]
  }
  if (shape.type !== 'tube' || shape.curve.closed) return []
  const ends = [shape.curve.points[0], shape.curve.points.at(-1)]
  return ends.flatMap((end) => (end ? [stand(end, 0.014)] : []))
}

/** Fixed bodies are supports; hanging bodies alternate. */
function surfaceOf(body: BodyAnatomy): Surface {
  const [shape] = body.shapes
  if (shape?.type === 'sphere') return 'copper'
  if (shape?.type === 'ellipsoid') return 'brass'
  return body.index % 2 ? 'brass' : 'link'
}

function drawStill({ figure, framing }: Subject, body: BodyAnatomy): void {
  const sheets = body.shapes.filter((shape): shape is Patch => shape.type === 'patch')
  const others = body.shapes.filter(({ type }) => type !== 'patch')
  if (others.length > 0) figure.add(body.index, givenSolids(others, 'pin'))
  if (sheets.length > 0) {
    figure.add(body.index, givenSolids(sheets, 'stand'))
    const lines = sheets.map((sheet) => parameterLines(sheet, 6))
    const solids = [
      ...givenSolids(
        lines.flatMap(({ rim }) => rim),
        'pin'
      ),
      ...givenSolids(
        lines.flatMap(({ inner }) => inner),
        'link'
      )
    ]
    figure.add(body.index, solids, false)
  }
  const feet = body.shapes.flatMap((shape) => posts(shape, framing.floor))
  if (feet.length > 0) figure.add(world, feet)
}

export const surfacesStyle: MakeStyle = (subject) => {
  const { anatomy, figure, framing, size } = subject
  const moving = anatomy.bodies.filter(({ inbound }) => inbound.type !== 'fixed')
  if (moving.some(({ shapes }) => shapes.length === 0)) return genericStyle(subject)
  for (const body of anatomy.bodies)
    if (body.inbound.type === 'fixed') drawStill(subject, body)
    else figure.add(body.index, givenSolids(body.shapes, surfaceOf(body)))
  for (const joint of anatomy.joints) {
    if (joint.parent !== world || joint.type === 'fixed') continue
    // What turns about an axle hangs from the axle's far end.
    const back = joint.type === 'revolute' ? 0.08 * size : 0
    const at = joint.onParent.clone().addScaledVector(joint.parentAxis, back)
    figure.add(world, [hanger(at, framing.max[1] + size, 0.008 * size)])
  }

  const center = (body: number): BodyPoint => ({ body, point: new Vector3() })
  // From each body to its parent; chains are not connected.
  const held = moving.filter(({ inbound }) => moving.some(({ index }) => index === inbound.parent))
  const lines = held.map(({ index, inbound }) => [inbound.parent, index].map(center))
  return {
    traces: tips(subject, 4).map(({ body }) => ({ body, point: new Vector3() })),
    ghosts: { count: 6, interval: 0.09, lines, dotEach: 1, behind: 0 },
    hub: () => 0.03 * size
  }
}
