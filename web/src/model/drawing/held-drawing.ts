import { load, type Mechanism } from 'linkwork'
import type { OwnDrawing } from '../files/own-mechanism.ts'
import { versionOf } from './drawn-file.ts'
import { compared } from './extra-parts.ts'
import { framingInMotion } from './framing.ts'
import { tracedIn } from './motion.ts'
import type { Sketch } from './sketch.ts'

/**
 * Returns the drawing of a mechanism in an address; undefined if it is not valid or draws another
 * mechanism.
 */
export async function drawingOf(
  held: unknown,
  mechanism: Mechanism
): Promise<OwnDrawing | undefined> {
  const linkwork = await load()
  try {
    const sketch = held as Sketch
    const drawn = linkwork.mechanism(versionOf(sketch).text)
    const isWhole = sketch.points.every(
      ({ id, x, z }) => typeof id === 'string' && [x, z].every(Number.isFinite)
    )
    const other = compared([], mechanism, drawn, drawn, () => {})
    return isWhole && !other
      ? { sketch, traced: tracedIn(sketch), framing: framingInMotion(linkwork, sketch) }
      : undefined
  } catch {
    return undefined
  }
}
