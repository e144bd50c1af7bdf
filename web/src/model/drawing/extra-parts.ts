import type { Frame, Joint, Mechanism } from 'linkwork'
import type { Path } from './schema.ts'

/** Parts of a file that no drawing has. */

export const lists = ['bodies', 'joints', 'loops', 'couplings'] as const

/** A named part of a file; joints and loops have the names of their bodies. */
export interface Named {
  readonly name: string
  readonly parent?: string
  readonly child?: string
}

export const named = (file: Mechanism, list: (typeof lists)[number]): readonly Named[] =>
  file[list] ?? []

const apart = new Set<string>([...lists, 'initialState'])

/**
 * Returns the first part of a file that is neither in the earlier drawing, nor in the present one, nor
 * a copy.
 */
export function extraPartIn(
  file: Mechanism,
  before: Mechanism,
  after: Mechanism
): Path | undefined {
  const rest = (of: Mechanism) =>
    Object.fromEntries(Object.entries(of).filter(([key]) => !apart.has(key)))
  const other = compared([], rest(file), rest(before), rest(after), ignore)
  if (other) return other
  for (const list of ['bodies', 'joints', 'loops'] as const) {
    const known = (of: Mechanism, name: string) =>
      (list === 'bodies' ? of.bodies : [...of.joints, ...(of.loops ?? [])]).find(
        (each: Named) => each.name === name
      )
    for (const [i, item] of named(file, list).entries()) {
      const [was, is] = [known(before, item.name), known(after, item.name)]
      if (list === 'bodies' && !was) continue
      const off = compared([list, i], item, was, is ?? was, ignore)
      if (!off || (was && !compared([], item, was, was, ignore))) continue
      const odd = list === 'bodies' ? off : oddIn(item, [list, i])
      if (odd) return odd
    }
  }
  return undefined
}

const ignore = () => {}

const tiny = 1e-9

/** Returns the first property of a new pin or slide except its place and its bodies. */
function oddIn(joint: Named, path: Path): Path | undefined {
  const { axis = [0, 0, 1], type, parentFrame, childFrame, ...others } = joint as Joint
  const { name: _, parent: __, child: ___, ...more } = others
  const [key] = Object.keys(more)
  if (key !== undefined) return [...path, key]
  const isInPlane = (frame: Frame = {}) =>
    Math.abs(frame.position?.[1] ?? 0) < tiny && !frame.rotation
  if (type === 'planar') return undefined
  if (type === 'revolute' ? axis[1] > -1 + tiny : Math.abs(axis[1]) > tiny) return [...path, 'axis']
  if (!isInPlane(parentFrame)) return [...path, 'parentFrame']
  return isInPlane(childFrame) ? undefined : [...path, 'childFrame']
}

/** Smaller than the decimals of a file. */
export const close = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) < 1e-9 * (1 + Math.abs(other))
    : one === other

/** Returns the first place where a file differs from the present drawing and from the earlier one. */
export function compared(
  path: Path,
  file: unknown,
  before: unknown,
  after: unknown,
  follow: (path: Path, value: number) => void
): Path | undefined {
  if (typeof after !== 'object' || after === null) {
    if (close(file, after)) return undefined
    if (close(file, before)) {
      follow(path, after as number)
      return undefined
    }
    // A start that does not close is taken to the nearest pose.
    return path[0] === 'initialState' && typeof file === 'number' ? undefined : path
  }
  if (typeof file !== 'object' || file === null) return path
  const member = (of: unknown, key: string) => (of as Record<string, unknown> | undefined)?.[key]
  for (const key of new Set([...Object.keys(file), ...Object.keys(after)])) {
    const step = Array.isArray(after) ? Number(key) : key
    const [one, other] = [member(file, key), member(after, key)]
    if (one === undefined || other === undefined) return [...path, step]
    const found = compared([...path, step], one, member(before, key), other, follow)
    if (found) return found
  }
  return undefined
}
