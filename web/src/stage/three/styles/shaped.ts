/** Bodies that say themselves what they look like. */
import { Matrix4 } from 'three'
import { world } from '../anatomy.ts'
import { merged } from '../figure.ts'
import { givenSolids } from '../shapes/given.ts'
import type { Subject } from './style.ts'

/** Draws all bodies that have shapes, those that look the same as one mesh, and what is touched. */
export function drawShapedBodies({ anatomy, figure }: Subject): void {
  if (anatomy.ground.length > 0) figure.add(world, givenSolids(anatomy.ground, 'stand'))
  const alike = new Map<string, number[]>()
  for (const { index, shapes } of anatomy.bodies) {
    if (shapes.length === 0) continue
    const looks = JSON.stringify(shapes)
    const bodies = alike.get(looks)
    if (bodies) bodies.push(index)
    else alike.set(looks, [index])
  }
  for (const bodies of alike.values()) {
    const [first = 0] = bodies
    const { shapes = [] } = anatomy.bodies.find(({ index }) => index === first) ?? {}
    const solids = givenSolids(shapes)
    const cast = !anatomy.isRotor(first) // rotors are inside or on their links
    if (bodies.length === 1) figure.add(first, solids, cast)
    else {
      const places = bodies.map(() => new Matrix4())
      figure.addMany(merged(solids), bodies, places, cast)
    }
  }
}
