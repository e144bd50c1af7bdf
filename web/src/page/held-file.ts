import type { Mechanism } from 'linkwork'
import { ownEntry } from '../model/files/own-entry.ts'
import type { OwnMechanism, OwnMeshes } from '../model/files/own-mechanism.ts'
import { readMechanism } from '../model/files/read-file.ts'
import { unpack } from '../model/packed.ts'
import type { Vector3 } from '../model/stage.ts'

/** Moves the file of the address into the history of the browser, where the page reads it. */
export async function takeHeldFile(): Promise<void> {
  const parameters = new URLSearchParams(location.hash.slice(1))
  const text = parameters.get('own') ?? ''
  parameters.delete('own')
  const own = await readHeld(text).catch(() => null)
  history.replaceState(own, '', `#${parameters}`)
}

async function readHeld(text: string): Promise<OwnMechanism> {
  const held = unpack(text) as Partial<OwnMechanism> & { readonly sketch?: unknown }
  const { mechanism, motors, motion, turns, limits, meshes, sketch } = held
  const file = new File([JSON.stringify(mechanism)], 'mechanism.json')
  const { own } = await readMechanism([[file.name, file]])
  const names = own.mechanism.joints.map(({ name }) => name)
  const driven = {
    ...own,
    motors: names.filter((name) => motors?.includes(name)),
    ...(motion ? { motion } : {}),
    ...(turns ? { turns } : {}),
    ...(limits ? { limits } : {}),
    ...(meshes ? { meshes: heldMeshes(meshes) } : {}),
    ...(sketch ? await heldDrawing(sketch, own.mechanism) : {})
  }
  const { requireMovable } = await import('../model/files/read-text.ts')
  await requireMovable(ownEntry(driven))
  return driven
}

/** Returns the drawing of a mechanism, if it belongs to it. */
async function heldDrawing(
  sketch: unknown,
  mechanism: Mechanism
): Promise<Pick<OwnMechanism, 'drawing'>> {
  const { drawingOf } = await import('../model/drawing/held-drawing.ts')
  const drawing = await drawingOf(sketch, mechanism)
  return drawing ? { drawing } : {}
}

/** Keeps the boxes of meshes; the address does not hold their files. */
function heldMeshes({ boxes }: OwnMeshes): OwnMeshes {
  const isPoint = (point: Vector3) => point.length === 3 && point.every(Number.isFinite)
  for (const { body, min, max } of boxes)
    if (typeof body !== 'string' || !isPoint(min) || !isPoint(max)) throw new Error('no boxes')
  return { id: '', boxes }
}
