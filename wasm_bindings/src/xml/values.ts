import { brief, suggestion } from '../suggestion.js'
import type { JointLimits, Vector3 } from '../types/mechanism.js'
import { type Element, fault } from './element.js'
import { found } from './remarks.js'

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const leading = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?/

/** A number, or `fallback` where there is no such attribute; an error if that is not given. */
export function number(element: Element, attribute: string, fallback?: number): number {
  if (fallback !== undefined && element.text(attribute) === undefined) return fallback
  const text = element.needText(attribute).trim()
  const value = numberIn(text, element, attribute, 'a number')
  if (value !== undefined) return value
  const rest = text.slice(leading.exec(text)?.[0].length ?? text.length)
  const remedy = rest === '' ? '' : `; remove "${brief(rest)}" behind the number`
  throw fault(element, attribute, `expected a number, found "${brief(text)}"${remedy}`)
}

/** A number that is not negative. */
export function magnitude(element: Element, attribute: string, fallback?: number): number {
  const value = number(element, attribute, fallback)
  if (value < 0) throw fault(element, attribute, `expected at least 0, found ${value}`)
  return value
}

/** Three numbers apart by spaces. */
export function vector(element: Element, attribute: string, fallback?: Vector3): Vector3 {
  if (fallback && element.text(attribute) === undefined) return fallback
  return numbersOf(element, attribute, 3, 3, 'three numbers') as unknown as Vector3
}

/** At least `least` and at most `most` numbers apart by spaces. */
export function numbers(
  element: Element,
  attribute: string,
  least: number,
  most = least
): readonly number[] {
  const count = least === most ? `${least}` : `${least} to ${most}`
  return numbersOf(element, attribute, least, most, `${count} numbers`)
}

/** Any number of numbers apart by spaces. */
export function list(element: Element, attribute: string): readonly number[] {
  const text = element.text(attribute) ?? ''
  if (text.trim() === '') return []
  return numbersOf(element, attribute, 0, Number.POSITIVE_INFINITY, 'numbers')
}

function numbersOf(
  element: Element,
  attribute: string,
  least: number,
  most: number,
  expected: string
): readonly number[] {
  const text = element.needText(attribute).trim()
  const words = text.split(/\s+/)
  const values = words.map((word) => numberIn(word, element, attribute, expected))
  const isWhole = values.every((value) => value !== undefined)
  if (isWhole && values.length >= least && values.length <= most) return values
  const remarks = element.isTolerant ? element.remarks : undefined
  if (remarks && isWhole && values.length > most) {
    const problem = found(expected, text, `the first ${most} count`)
    remarks.counted(`many ${element.tag} ${attribute}`, element, placeOf(attribute) + problem)
    return values.slice(0, most)
  }
  throw fault(element, attribute, `expected ${expected}, found "${brief(text)}"`)
}

/** Of a part that no motion depends on, a number may have other characters behind it. */
function numberIn(
  word: string,
  element: Element,
  attribute: string,
  expected: string
): number | undefined {
  if (decimal.test(word)) return finite(Number(word))
  const remarks = element.isTolerant ? element.remarks : undefined
  const value = remarks && finite(Number(leading.exec(word)?.[0] ?? Number.NaN))
  if (value === undefined) return undefined
  const problem = found(expected, word, `${value} counts`)
  remarks?.counted(`number ${element.tag} ${attribute}`, element, placeOf(attribute) + problem)
  return value
}

const placeOf = (attribute: string) => (attribute === '' ? '' : `${attribute}: `)

const finite = (value: number) => (Number.isFinite(value) ? value : undefined)

/** Two bounds as a range; a lower one above the upper one is a warning, and no range. */
export function rangeIn(
  element: Element,
  place: string,
  lower: number,
  upper: number
): JointLimits | undefined {
  if (lower <= upper) return { lower, upper }
  const problem = `expected lower at most upper, found lower ${lower}, upper ${upper}; no limits count`
  element.remarks.at(element, placeOf(place) + problem)
  return undefined
}

/** An attribute that says yes or no. */
export function flag(element: Element, attribute: string, fallback: boolean): boolean {
  const text = element.text(attribute)?.trim()
  if (text === undefined) return fallback
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
