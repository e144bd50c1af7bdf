import { brief, suggestion } from '../suggestion.js'
import type { Vector3 } from '../types/mechanism.js'
import { type Element, fault } from './element.js'

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
  const numbers = numbersOf(element, attribute)
  if (numbers?.length === 3) return numbers as unknown as Vector3
  const text = brief(element.needText(attribute))
  throw fault(element, attribute, `expected three numbers, found "${text}"`)
}

/** At least `least` and at most `most` numbers apart by spaces. */
export function numbers(
  element: Element,
  attribute: string,
  least: number,
  most = least
): readonly number[] {
  const list = numbersOf(element, attribute)
  if (list && list.length >= least && list.length <= most) return list
  const count = least === most ? `${least}` : `${least} to ${most}`
  const text = brief(element.needText(attribute))
  throw fault(element, attribute, `expected ${count} numbers, found "${text}"`)
}

/** Nothing where a word is no number. */
function numbersOf(element: Element, attribute: string): readonly number[] | undefined {
  const words = element.needText(attribute).trim().split(/\s+/)
  const list = words.map(Number)
  return words.every((word) => decimal.test(word)) && list.every(Number.isFinite) ? list : undefined
}

/** An attribute that says yes or no. */
export function flag(element: Element, attribute: string, otherwise: boolean): boolean {
  const text = element.text(attribute)
  if (text === undefined) return otherwise
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw fault(element, attribute, `expected true or false, found "${brief(text)}"`)
}

/** An attribute that takes one of a few words. */
export function oneOf<Word extends string>(
  element: Element,
  attribute: string,
  kind: string,
  words: readonly Word[]
): Word {
  const text = element.needText(attribute)
  const word = words.find((each) => each === text)
  if (word !== undefined) return word
  throw fault(
    element,
    attribute,
    `no ${kind} is "${brief(text)}"${suggestion(text, `${kind}s`, words)}`
  )
}
