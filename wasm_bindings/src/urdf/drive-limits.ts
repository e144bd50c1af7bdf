import { described, finiteNumber, optionsOf, reading } from '../checks.js'
import { MechanismError } from '../errors.js'
import { suggestion } from '../suggestion.js'
import type { DriveLimits, JointDriveLimits } from '../types/drive-limits.js'
import type { Mechanism } from '../types/mechanism.js'
import { magnitude } from '../xml/values.js'
import type { Joint } from './robot.js'

const keys = ['effort', 'velocity'] as const satisfies readonly (keyof DriveLimits)[]

/** Effort and velocity of the <limit> of joints that move. */
export function driveLimitsOf(joints: readonly Joint[]): JointDriveLimits {
  const found = joints.flatMap(({ element, name, type }) => {
    const limit = type === 'fixed' ? undefined : element.one('limit')?.tolerant()
    const given = keys.flatMap((key) => {
      if (limit?.text(key) === undefined) return []
      const value = limit.remarks.optional(() => magnitude(limit, key))
      return value === undefined ? [] : [[key, value]]
    })
    return given.length > 0 ? [[name, Object.fromEntries(given)]] : []
  })
  return Object.fromEntries(found)
}

/** Limits that were given for joints of a mechanism, checked. */
export function checkedDriveLimits(
  { joints }: Mechanism,
  given: JointDriveLimits | undefined = {}
): ReadonlyMap<string, DriveLimits> {
  const names = new Set(joints.map(({ name }) => name))
  return reading('limits', () => {
    if (typeof given !== 'object' || given === null)
      throw new MechanismError(`limits: expected an object, found ${described(given)}`)
    const entries = Object.entries(given).map(([name, each]) => {
      if (!names.has(name)) {
        const joint = described(name)
        throw new MechanismError(
          `limits: no joint is named ${joint}${suggestion(name, 'joints', [...names])}`
        )
      }
      return [name, checked(each, `limits[${described(name)}]`)] as const
    })
    return new Map(entries)
  })
}

function checked(given: DriveLimits, name: string): DriveLimits {
  const limits = optionsOf(given, keys, name)
  for (const key of keys) {
    const value = limits[key]
    if (value !== undefined && finiteNumber(value, `${name}.${key}`) < 0)
      throw new MechanismError(`${name}.${key}: expected at least 0, found ${value}`)
  }
  return limits
}
