import { brief } from '../suggestion.js'
import type { Vector3 } from '../types/mechanism.js'
import { type Element, fault } from './element.js'
import { type Pose, rollPitchYaw } from './pose.js'

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** A number, or `otherwise` where there is no such attribute; an error if that is not given. */
export function number(element: Element, attribute: string, otherwise?: number): number {
  if (otherwise !== undefined && element.text(attribute) === undefined) return otherwise
  const text = element.needText(attribute).trim()
  if (decimal.test(text) && Number.isFinite(Number(text))) return Number(text)
  throw fault(element, attribute, `expected a number, found "${brief(text)}"`)
}

/** A number that is not negative. */
export function magnitude(element: Element, attribute: string, otherwise?: number): number {
  const value = number(element, attribute, otherwise)
  if (value < 0) throw fault(element, attribute, `expected at least 0, found ${value}`)
  return value
}

/** Three numbers apart by spaces. */
export function vector(element: Element, attribute: string, otherwise?: Vector3): Vector3 {
  if (otherwise && element.text(attribute) === undefined) return otherwise
  const text = element.needText(attribute)
  const words = text.trim().split(/\s+/)
  const numbers = words.map(Number)
  if (
    words.length === 3 &&
    words.every((word) => decimal.test(word)) &&
    numbers.every(Number.isFinite)
  ) {
    return numbers as unknown as Vector3
  }
  throw fault(element, attribute, `expected three numbers, found "${brief(text)}"`)
}

/** An axis; URDF's default is x. */
export function axisOf(element: Element): Vector3 {
  const axis = element.one('axis')
  if (!axis) return [1, 0, 0]
  const direction = vector(axis, 'xyz', [1, 0, 0])
  if (Math.hypot(...direction) > 0) return direction
  throw fault(axis, 'xyz', 'expected a direction, found zero')
}

/** Where the <origin> of an element places it; the identity where it has none. */
export function originOf(element: Element): Pose {
  const origin = element.one('origin')
  if (!origin) return { position: [0, 0, 0], rotation: [0, 0, 0, 1] }
  return {
    position: vector(origin, 'xyz', [0, 0, 0]),
    rotation: rollPitchYaw(vector(origin, 'rpy', [0, 0, 0]))
  }
}

/** An attribute that says yes or no. */
export function flag(element: Element, attribute: string, otherwise: boolean): boolean {
  const text = element.text(attribute)
  if (text === undefined) return otherwise
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw fault(element, attribute, `expected true or false, found "${brief(text)}"`)
}
