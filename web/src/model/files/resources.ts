import type { Mechanism } from 'linkwork'
import type { MechanismEntry, OptionValues } from '../mechanisms/entry.ts'
import type { OwnMechanism } from './own-mechanism.ts'
import { ownId } from './own-mechanism.ts'

/** Resources of a mechanism that its file does not have: motors, their task and limits, meshes. */
export type Resources = Pick<OwnMechanism, 'motion' | 'limits' | 'meshes'> &
  Partial<Pick<OwnMechanism, 'motors'>>

/** Those of what runs; `kept` is what the browser's history has of a file of the user. */
export function resourcesOf(
  entry: MechanismEntry,
  options: OptionValues,
  kept: unknown
): Resources {
  if (entry.id === ownId) {
    const { motors = [], ...others } = (kept ?? {}) as Partial<OwnMechanism>
    return { motors, ...given(others) }
  }
  return given({ motion: entry.motors ?? entry.drive?.(options), limits: entry.limits })
}

/** As many of them as a mechanism that was changed still has joints and bodies for. */
export function remainingResources(
  { joints, bodies }: Mechanism,
  { motors = [], motion, limits, meshes }: Resources
): Resources & Pick<OwnMechanism, 'motors'> {
  const names = new Set(joints.map(({ name }) => name))
  const known = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))
  const driven = motion && known(motion.joints)
  const has = (body: string) => body === 'world' || bodies.some(({ name }) => name === body)
  return {
    motors: motors.filter((name) => names.has(name)),
    ...given({
      motion: driven && Object.keys(driven).length > 0 ? { ...motion, joints: driven } : undefined,
      limits: limits && known(limits),
      meshes: meshes && { ...meshes, boxes: meshes.boxes.filter(({ body }) => has(body)) }
    })
  }
}

/** Returns the resources that exist. */
function given({
  motion,
  limits,
  meshes
}: {
  readonly [Name in 'motion' | 'limits' | 'meshes']?: OwnMechanism[Name] | undefined
}): Resources {
  return {
    ...(motion ? { motion } : {}),
    ...(limits ? { limits } : {}),
    ...(meshes ? { meshes } : {})
  }
}
