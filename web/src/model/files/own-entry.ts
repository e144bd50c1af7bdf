import { type Joint, positionSize, velocitySize } from 'linkwork'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry
} from '../mechanisms/entry.ts'
import type { Settings } from '../settings.ts'
import { baseOf, bases, basesOf, withBase } from './base.ts'
import { frameAround } from './framing.ts'
import { keptMeshes } from './kept-meshes.ts'
import { jointSliders, motorsOf } from './motor-sliders.ts'
import type { OwnMechanism } from './own-mechanism.ts'
import { ownId } from './own-mechanism.ts'

/** Largest length of a heading [characters]. */
const longestTitle = 80

const lostMeshes =
  'Its meshes are files, which no address and no reload keeps: drop its folder to see them.'

const baseSlider = (own: OwnMechanism, initial: number) => {
  const choices = basesOf(own).map(({ label }) => label)
  return {
    option: 'base',
    label: 'Base',
    min: 0,
    max: choices.length - 1,
    step: 1,
    choices,
    initial
  }
}

/** Returns the entry of a file in the state of a history entry, which Back and reload show. */
export function entryKept(kept: unknown): MechanismEntry | undefined {
  return kept ? ownEntry(kept as OwnMechanism) : undefined
}

/**
 * The user's own file that is shown, as an address holds it: empty if none is shown, undefined if
 * it is too large.
 */
export async function ownHeld({ entry }: Settings): Promise<string | undefined> {
  if (entry.value.id !== ownId) return ''
  const own = ownOf(entry.value)
  if (!own) return undefined
  const { longestAddress, pack } = await import('../packed.ts')
  const { mechanism, motors, motion, turns, limits, meshes, drawing } = own
  const sketch = drawing?.sketch
  const text = pack({ mechanism, motors, motion, turns, limits, meshes, sketch })
  return text.length > longestAddress ? undefined : text
}

/** Of the entries made here: the history may already be elsewhere while one is still shown. */
const files = new WeakMap<MechanismEntry, OwnMechanism>()

/** Returns the mechanism of an entry that was made here. */
export const ownOf = (entry: MechanismEntry): OwnMechanism | undefined => files.get(entry)

/** The same entry with other words about it, or in another frame. */
export function entryWith(
  entry: MechanismEntry,
  changes: Partial<Pick<MechanismEntry, 'framing' | 'facts'>>
): MechanismEntry {
  const changed = { ...entry, ...changes }
  const own = files.get(entry)
  if (own) files.set(changed, own)
  return changed
}

/** Puts a mechanism where the gallery's are, with gravity, damping, base and joints to set. */
export function ownEntry(own: OwnMechanism): MechanismEntry {
  const { mechanism } = own
  const { name, bodies, gravity = [0, 0, -9.81] } = mechanism
  const pull = Math.hypot(...gravity)
  const down = pull > 0 ? gravity.map((part) => part / pull) : [0, 0, -1]
  const base = baseOf(own)
  const driven = { ...own.turns, ...own.motion?.joints }
  const motors = own.motors.length + Object.keys(driven).length
  const entry: MechanismEntry = {
    id: ownId,
    name,
    title: name.length > longestTitle ? `${name.slice(0, longestTitle)}…` : name,
    group: '',
    tags: [],
    counts: count(bodies.length, 'part'),
    sliders: [
      ...(base === undefined ? [] : [baseSlider(own, base)]),
      { ...gravitySlider, min: 0, max: Math.max(20, pull), initial: pull },
      { ...dampingSlider, label: 'Added damping', min: 0, max: 1, initial: 0 },
      ...jointSliders(own)
    ],
    framing: (_, start) => own.drawing?.framing ?? frameAround(start, own.meshes?.boxes),
    source: (options) => {
      const held = base === undefined ? mechanism : withBase(own, options['base'] ?? base)
      return {
        ...held,
        gravity: down.map((part) => part * (options['gravity'] ?? pull)) as [
          number,
          number,
          number
        ],
        joints: held.joints.map((joint) => withDamping(joint, options['damping'] ?? 0))
      }
    },
    ...(mechanism.nonholonomic?.length ? { needs: ['nonholonomic'] } : {}),
    ...meshesOf(own),
    ...(own.saved ? { saved: own.saved } : {}),
    ...(own.drawing ? { traced: own.drawing.traced } : {}),
    ...(motors > 0 ? { drive: (options) => motorsOf(own, options) } : {}),
    ...(own.limits ? { limits: own.limits } : {}),
    ...(mechanism.nonholonomic?.length ? { firstMethod: 'multipliers' } : {}),
    facts: ({ loops = [] }, info, options) =>
      [
        count(bodies.length, 'part'),
        ...(loops.length > 0 ? [count(loops.length, 'loop')] : []),
        degreesOfFreedom(info),
        ...(base === undefined ? [] : [bases[options['base'] ?? base]?.fact ?? '']),
        ...(motors > 0 ? [count(motors, 'motor')] : [])
      ].join(', ')
  }
  files.set(entry, own)
  return entry
}

/** Joints whose motion is a function of the mechanism's own. */
const functions = new Set<string>(['curve', 'surface', 'surfaceContact', 'eulerBall', 'custom'])

/** Its meshes, or that the page no longer has them: a reload lets them go. */
function meshesOf({ meshes }: OwnMechanism): Pick<MechanismEntry, 'meshes' | 'remarks'> {
  if (!meshes) return {}
  const kept = keptMeshes(meshes.id)
  return kept ? { meshes: kept } : { remarks: [lostMeshes] }
}

function withDamping(joint: Joint, more: number): Joint {
  // Coordinates that change from chart to chart take no forces of their own.
  const hasCharts = functions.has(joint.type) && positionSize(joint) > velocitySize(joint)
  return joint.type === 'fixed' || hasCharts || more === 0
    ? joint
    : { ...joint, damping: (joint.damping ?? 0) + more }
}
