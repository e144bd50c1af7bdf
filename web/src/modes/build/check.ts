import { load } from 'linkwork'
import type { Path } from '../../model/drawing/schema.ts'
import { ownEntry } from '../../model/files/own-entry.ts'
import type { OwnMechanism } from '../../model/files/own-mechanism.ts'
import { readMechanismFile, requireMovable } from '../../model/files/read-text.ts'
import { type Resources, remainingResources } from '../../model/files/resources.ts'

/** An error in a text, with its line and column, or its path. */
export interface Fault {
  readonly message: string
  readonly path: Path
  /** Place where the text is not JSON; both count from 1. */
  readonly place?: { readonly line: number; readonly column: number }
  /** Whether it is valid, but no drawing has its contents. */
  readonly isUndrawn?: true
}

export type Checked =
  | { readonly own: OwnMechanism; readonly remark?: string }
  | { readonly fault: Fault }

/**
 * Reads a mechanism file as the library does, with what belongs to it, and finds out whether it can
 * move, and its motors turn it; loops that are open at its start are closed.
 */
export async function check(
  text: string,
  turns: Readonly<Record<string, number>> = {},
  resources: Resources = {}
): Promise<Checked> {
  try {
    const { closed, remark } = await withClosedLoops(text)
    const { own: read } = await readMechanismFile(closed)
    const { motors, motion, ...others } = remainingResources(read.mechanism, resources)
    const own = { ...read, ...others }
    await requireMovable(ownEntry(own))
    const hasMotors = motors.length > 0 || motion || Object.keys(turns).length > 0
    if (!hasMotors) return { own, ...(remark ? { remark } : {}) }
    return await driven({ ...own, motors, ...(motion ? { motion } : {}), turns }, own)
  } catch (error) {
    return { fault: faultOf(error instanceof Error ? error.message : String(error)) }
  }
}

/** A mechanism with its motors, or without them if their task is impossible. */
async function driven(own: OwnMechanism, idle: OwnMechanism): Promise<Checked> {
  try {
    await requireMovable(ownEntry(own))
    return { own }
  } catch (error) {
    return { own: idle, remark: `The motors are off: ${(error as Error).message}` }
  }
}

const opened =
  'The loops are open where the file starts: it runs from the nearest pose that closes them.'

async function withClosedLoops(text: string): Promise<{ closed: string; remark?: string }> {
  const linkwork = await load()
  linkwork.mechanism(text) // its own mistakes first
  try {
    linkwork.info(text)
    return { closed: text }
  } catch (error) {
    if (!/does not close|initialState|does not hold/.test((error as Error).message)) throw error
    return { closed: JSON.stringify(linkwork.assemble(text)), remark: opened }
  }
}

/** `joints[2].axis: is zero`, `line 3, column 5: not valid JSON: …`. */
export function faultOf(message: string): Fault {
  const [, line, column] = /^line (\d+), column (\d+): /.exec(message) ?? []
  if (line && column)
    return { message, path: [], place: { line: Number(line), column: Number(column) } }
  const [, written = ''] = /^([$\w]+(?:\[\d+\]|\.[^.[\]:]+)*): /.exec(message) ?? []
  const steps = written.matchAll(/\[(\d+)\]|([^.[\]]+)/g)
  return {
    message,
    path: Array.from(steps, ([, place, key = '']) => (place ? Number(place) : key))
  }
}
