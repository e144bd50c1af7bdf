import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import type { Coupling, CouplingTerm } from '../types/mechanism.js'
import { type Tag, tag } from '../xml/write.js'

interface CouplingTags {
  readonly equality: Tag
  /** Of fixed tendons that the equality names. */
  readonly tendons: readonly Tag[]
}

/** Σ coefficient · q of joints = p(x) of another joint, as equalities of MJCF have it. */
interface Equation {
  readonly terms: readonly CouplingTerm[]
  readonly other: string | undefined
  readonly polynomial: readonly number[]
}

/** Coefficients of `polycoef`. */
const mostCoefficients = 5

/**
 * An equality of joints, or of tendons if several joints follow one.
 *
 * Throws MechanismError if a function is no polynomial of MJCF.
 */
export function couplingTags(coupling: Coupling, place: number): CouplingTags {
  const { terms, other, polynomial } = equationOf(coupling, place)
  const { name } = coupling
  const [one, ...more] = terms
  const scale = more.length > 0 ? 1 : (one?.coefficient ?? 1)
  const polycoef = Array.from({ length: mostCoefficients }, (_, k) => (polynomial[k] ?? 0) / scale)
  if (more.length === 0) {
    const equality = tag('joint', { name, joint1: one?.joint, joint2: other, polycoef })
    return { equality, tendons: [] }
  }
  const following = tendonTag(`${name}_tendon`, terms)
  const followed = other && tendonTag(`${name}_function`, [{ joint: other, coefficient: 1 }])
  const tendons = followed ? [following, followed] : [following]
  const [tendon1, tendon2] = tendons.map(({ attributes }) => attributes['name'])
  return { equality: tag('tendon', { name, tendon1, tendon2, polycoef }), tendons }
}

function tendonTag(name: string, terms: readonly CouplingTerm[]): Tag {
  const joints = terms.map(({ joint, coefficient: coef }) => tag('joint', { joint, coef }))
  return tag('fixed', { name }, ...joints)
}

function equationOf(coupling: Coupling, place: number): Equation {
  const { terms, offset = 0 } = coupling
  const curve = terms.find((term) => term.function)
  if (curve) {
    requirePolynomial(coupling, place)
    const [constant = 0, ...higher] = curve.function?.polynomial ?? []
    const polynomial = [
      offset - curve.coefficient * constant,
      ...higher.map((each) => -curve.coefficient * each)
    ]
    return { terms: terms.filter((term) => term !== curve), other: curve.joint, polynomial }
  }
  const [one, other, ...more] = terms
  if (!one || !other || more.length > 0) return { terms, other: undefined, polynomial: [offset] }
  return { terms: [one], other: other.joint, polynomial: [offset, -other.coefficient] }
}

function requirePolynomial({ name, terms }: Coupling, place: number): void {
  const problem = problemOf(terms)
  if (problem === undefined) return
  const most = mostCoefficients - 1
  throw new MechanismError(
    `couplings[${place}].terms of "${brief(name)}": MJCF needs linear terms and one polynomial of degree ${most} ` +
      `or less, found ${problem}`
  )
}

function problemOf(terms: readonly CouplingTerm[]): string | undefined {
  const functions = terms.flatMap((term) => term.function ?? [])
  const { length = 0 } = functions[0]?.polynomial ?? []
  if (functions.length > 1) return `${functions.length} functions`
  if (terms.length === 1) return 'no linear term'
  if (length === 0) return 'a function through points'
  return length > mostCoefficients ? `a polynomial of degree ${length - 1}` : undefined
}
