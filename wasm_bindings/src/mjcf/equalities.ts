import type { Coupling, JointLimits, Loop } from '../types/mechanism.js'
import type { Closure, Closures } from '../xml/closing.js'
import { type Element, fault } from '../xml/element.js'
import { Names } from '../xml/names.js'
import { compose, framesOf, identity, inverse, type Pose } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { flag, number, numbers, vector } from '../xml/values.js'
import type { Defaults } from './defaults.js'
import type { ReadJoint } from './joints.js'
import { quaternionOf } from './places.js'
import { warnOfSoftness } from './softness.js'
import { type BodyNode, bodyNamed, type Tree } from './tree.js'

/** The loops and couplings of the <equality> elements of a document. */
export class EqualityReader implements Closures {
  readonly loops: Closure<Loop>[] = []
  readonly couplings: Closure<Coupling>[] = []
  readonly #names = new Names<Element>('equality', 'equalities')
  readonly #tendons = new Names<Element>('fixed tendon', 'fixed tendons')
  readonly #leftOut = new Set<string>()
  readonly #tree: Tree
  readonly #joints: ReadonlyMap<string, ReadJoint>
  readonly #remarks: Remarks

  constructor(
    root: Element,
    tree: Tree,
    joints: ReadonlyMap<string, ReadJoint>,
    defaults: Defaults,
    remarks: Remarks
  ) {
    this.#tree = tree
    this.#joints = joints
    this.#remarks = remarks
    const tendons = root.all('tendon').flatMap(({ children }) => children)
    for (const each of tendons.map((tendon) => defaults.applied(tendon, undefined, 'tendon')))
      this.#readTendon(each)
    const equalities = root.all('equality').flatMap(({ children }) => children)
    for (const each of equalities) if (each.text('name')) this.#names.add(each, each)
    for (const each of equalities) this.#read(defaults.applied(each, undefined, 'equality'))
  }

  #readTendon(tendon: Element): void {
    if (tendon.tag !== 'fixed') {
      this.#leftOut.add(tendon.text('name') ?? '')
      return
    }
    this.#remarks.attributes(tendon, {
      frictionloss: 'friction of the tendon',
      armature: 'inertia of the tendon'
    })
    const problem = this.#problemIn(tendon)
    if (problem !== undefined) {
      this.#remarks.at(tendon, `${problem}; the tendon is left out`)
      this.#leftOut.add(tendon.text('name') ?? '')
      return
    }
    if (tendon.text('name')) this.#tendons.add(tendon, tendon)
  }

  #problemIn(tendon: Element): string | undefined {
    return tendon
      .all('joint')
      .map((each) => this.#problemOf(each))
      .find(Boolean)
  }

  /** Why a tendon cannot be the sum that a joint of it is part of. */
  #problemOf(element: Element): string | undefined {
    const { name } = this.#tree.jointNames.named(element, 'joint')
    const { type } = this.#joints.get(name)!.joint
    if (type === 'revolute' || type === 'prismatic') return undefined
    return `expected hinges and slides, found joint "${name}", which is ${type}`
  }

  #read(element: Element): void {
    if (!flag(element, 'active', true)) {
      this.#remarks.once('inactive', element, 'is not active and left out')
      return
    }
    warnOfSoftness(element, this.#remarks)
    switch (element.tag) {
      case 'connect':
      case 'weld':
        this.#readLoop(element, element.tag)
        break
      case 'joint':
        this.#readCoupling(element, 'joint1', 'joint2', (name) => [
          { joint: this.#joint(element, name), coefficient: 1 }
        ])
        break
      case 'tendon':
        if (this.#isOfLeftOut(element)) break
        this.#readCoupling(element, 'tendon1', 'tendon2', (name) =>
          this.#tendonTerms(this.#tendons.named(element, name))
        )
        break
      default:
        this.#remarks.once(`equality ${element.tag}`, element, 'is left out')
    }
  }

  /** The two bodies where the document's bodies stand, or two sites where they are, are joined. */
  #readLoop(element: Element, tag: 'connect' | 'weld'): void {
    const [from, to] = this.#ends(element, tag)
    if (from.body === to.body) throw fault(element, '', `joins body "${from.body.name}" to itself`)
    // A loop's child is a body.
    const [parent, child] = to.body === this.#tree.world ? [to, from] : [from, to]
    const value: Loop = {
      name: this.#name(element, `${tag}_${parent.body.name}_${child.body.name}`),
      type: tag === 'weld' ? 'fixed' : 'spherical',
      parent: parent.body.name,
      child: child.body.name,
      ...framesOf(parent.pose, child.pose)
    }
    this.loops.push({ element, value })
  }

  #ends(element: Element, tag: 'connect' | 'weld'): readonly [End, End] {
    const { sites, world } = this.#tree
    if (element.text('site1') !== undefined) {
      const ends = [sites.named(element, 'site1'), sites.named(element, 'site2')] as const
      return tag === 'connect' ? joined(...ends) : ends
    }
    const one = bodyNamed(this.#tree, element, 'body1')
    const isToWorld = element.text('body2') === undefined
    const other = isToWorld ? world : bodyNamed(this.#tree, element, 'body2')
    const between = compose(inverse(one.inWorld), other.inWorld)
    if (tag === 'connect') {
      const anchor: Pose = { ...identity, position: vector(element, 'anchor') }
      const { position } = compose(inverse(between), anchor)
      return [
        { body: one, pose: anchor },
        { body: other, pose: { ...identity, position } }
      ]
    }
    return [
      { body: one, pose: relativePose(element) ?? between },
      { body: other, pose: identity }
    ]
  }

  /** y − y₀ = a₀ + a₁ (x − x₀) + a₂ (x − x₀)² …, with y₀ and x₀ where the joints or tendons start. */
  #readCoupling(
    element: Element,
    first: string,
    second: string,
    termsOf: (attribute: string) => readonly Term[]
  ): void {
    const given = element.text('polycoef') === undefined ? [0] : numbers(element, 'polycoef', 1, 5)
    const polynomial = given.length === 1 ? [...given, 1] : given
    const [constant = 0, factor = 0, ...higher] = polynomial
    const other = element.text(second) === undefined ? [] : termsOf(second)
    const name = this.#name(
      element,
      `${element.text(first)}_follows_${element.text(second) ?? 'constant'}`
    )
    if (other.length > 0 && higher.some((each) => each !== 0)) {
      const value = this.#curveOf(name, termsOf(first), other, polynomial)
      if (value) {
        this.couplings.push({ element, value })
        return
      }
      this.#remarks.once('polycoef', element, 'polycoef: all but the linear part is left out')
    }
    const coefficients = new Map<string, number>()
    for (const [terms, sign] of [
      [termsOf(first), 1],
      [other, -factor]
    ] as const) {
      for (const { joint, coefficient } of terms)
        coefficients.set(joint, (coefficients.get(joint) ?? 0) + sign * coefficient)
    }
    const terms = [...coefficients]
      .filter(([, coefficient]) => coefficient !== 0)
      .map(([joint, coefficient]) => ({ joint, coefficient }))
    if (terms.length === 0) {
      this.#remarks.once('no joint', element, 'constrains no joint: it is left out')
      return
    }
    const start = terms.reduce(
      (sum, { joint, coefficient }) => sum + coefficient * this.#joints.get(joint)!.start[0]!,
      0
    )
    const offset = start + constant
    this.couplings.push({ element, value: { name, terms, ...(offset ? { offset } : {}) } })
  }

  /** A coupling with a polynomial of one joint; undefined if there are several, or it is on both sides. */
  #curveOf(
    name: string,
    terms: readonly Term[],
    [other, ...more]: readonly Term[],
    polynomial: readonly number[]
  ): Coupling | undefined {
    const names = new Set(terms.map(({ joint }) => joint))
    if (!other || more.length > 0 || names.has(other.joint) || names.size < terms.length)
      return undefined
    const startOf = (joint: string) => this.#joints.get(joint)!.start[0]!
    const scaled = polynomial.map((each, power) => each * other.coefficient ** power)
    const shifted = shiftedPolynomial(scaled, -startOf(other.joint))
    const offset = terms.reduce(
      (sum, { joint, coefficient }) => sum + coefficient * startOf(joint),
      0
    )
    return {
      name,
      terms: [...terms, { joint: other.joint, coefficient: -1, function: { polynomial: shifted } }],
      ...(offset ? { offset } : {})
    }
  }

  /** An equality of a tendon that is left out is left out with it. */
  #isOfLeftOut(element: Element): boolean {
    const names = ['tendon1', 'tendon2'].flatMap((attribute) => element.text(attribute) ?? [])
    const isOf = names.some((name) => this.#leftOut.has(name))
    if (isOf) this.#remarks.at(element, 'is left out, as a tendon of it is')
    return isOf
  }

  /** The limits of a joint that an attribute names. */
  limitsOf(element: Element, attribute: string): JointLimits | undefined {
    const { name } = this.#tree.jointNames.named(element, attribute)
    return this.#joints.get(name)?.joint.limits
  }

  /** The terms of a fixed tendon; none of another tendon, which is left out. */
  tendonTerms(element: Element, attribute: string): readonly Term[] | undefined {
    if (this.#leftOut.has(element.needText(attribute))) return undefined
    return this.#tendonTerms(this.#tendons.named(element, attribute))
  }

  /** The terms of a fixed tendon; none if it is left out. */
  termsOf(tendon: Element): readonly Term[] | undefined {
    return this.#problemIn(tendon) === undefined ? this.#tendonTerms(tendon) : undefined
  }

  #tendonTerms(tendon: Element): Term[] {
    return tendon.all('joint').map((each) => ({
      joint: this.#joint(each, 'joint'),
      coefficient: number(each, 'coef')
    }))
  }

  /** The name of a joint with one coordinate. */
  #joint(element: Element, attribute: string): string {
    const { name } = this.#tree.jointNames.named(element, attribute)
    const { type } = this.#joints.get(name)!.joint
    if (type === 'revolute' || type === 'prismatic') return name
    throw fault(
      element,
      attribute,
      `joint "${name}" is ${type}: only hinges and slides are coupled`
    )
  }

  #name(element: Element, fallback: string): string {
    const given = element.text('name')
    if (given) return given
    const name = this.#names.freeName(fallback)
    this.#names.add(element, element, name)
    return name
  }
}

interface End {
  readonly body: BodyNode
  readonly pose: Pose
}

interface Term {
  readonly joint: string
  readonly coefficient: number
}

/** Sites apart by less than files have digits [m]. */
const nearby = 1e-6

/** Two sites; where they almost meet, the second is put where the first is, as no pose may do it. */
function joined(one: End, other: End): readonly [End, End] {
  const between = compose(inverse(other.body.inWorld), compose(one.body.inWorld, one.pose))
  const gap = between.position.map((part, i) => part - other.pose.position[i]!)
  if (Math.hypot(...gap) > nearby) return [one, other]
  return [one, { ...other, pose: { ...other.pose, position: between.position } }]
}

/** The pose of the second body in the first by `relpose`; none with a rotation of zero. */
function relativePose(element: Element): Pose | undefined {
  if (element.text('relpose') === undefined) return undefined
  const [x = 0, y = 0, z = 0, ...quaternion] = numbers(element, 'relpose', 7)
  if (quaternion.every((part) => part === 0)) return undefined
  return { position: [x, y, z], rotation: quaternionOf(quaternion, element, 'relpose') }
}

/** The coefficients of p(x + by), by Horner's scheme. */
function shiftedPolynomial(coefficients: readonly number[], by: number): number[] {
  const result = coefficients.map(() => 0)
  for (const coefficient of [...coefficients].reverse()) {
    for (let k = result.length - 1; k > 0; --k) result[k] = result[k]! * by + result[k - 1]!
    result[0] = result[0]! * by + coefficient
  }
  return result
}
