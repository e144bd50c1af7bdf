import type { Vector3 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { list, magnitude, number } from '../xml/values.js'

type Attributes = Readonly<Record<string, string>>

/** Shortcuts of <general>, as MuJoCo has them: they share one default. */
const shortcuts = new Set([
  ...['general', 'motor', 'position', 'velocity', 'intvelocity', 'orientation', 'pid', 'damper'],
  ...['cylinder', 'muscle', 'adhesion', 'dcmotor', 'plugin']
])

export function isActuator(tag: string): boolean {
  return shortcuts.has(tag)
}

/** Attributes of shortcuts for the law of the force; a <general> has gainprm and biasprm. */
const ofLaw = ['kp', 'kv', 'dampratio', 'timeconst']

/**
 * Returns the attributes of the <general> that an actuator is equivalent to, inherited ones included.
 * Shortcuts set some of them. A gain that a shortcut does not set is the inherited one.
 */
export function generalized(inherited: Attributes, element: Element): Attributes {
  const own = Object.entries(element.attributes).filter(([name]) => !ofLaw.includes(name))
  const shared = { ...inherited, ...Object.fromEntries(own) }
  for (const name of ['gear', 'gainprm', 'biasprm'])
    if (shared[name] !== inherited[name]) shared[name] = overlaid(inherited[name], shared[name]!)
  if (element.tag === 'general') return shared
  return { ...shared, ...lawOf(element, parametersOf(element.with(inherited, []))) }
}

/** The first numbers of a list in place of those of another. */
function overlaid(inherited: string | undefined, own: string): string {
  if (inherited === undefined) return own
  const [first, second] = [own, inherited].map((text) => text.trim().split(/\s+/))
  return [...first!, ...second!.slice(first!.length)].join(' ')
}

function parametersOf(element: Element): { gain: number; bias: Vector3 } {
  const [gain = 1] = list(element, 'gainprm')
  const [constant = 0, ofLength = 0, ofVelocity = 0] = list(element, 'biasprm')
  return { gain, bias: [constant, ofLength, ofVelocity] }
}

function lawOf(
  element: Element,
  { gain, bias }: { gain: number; bias: Vector3 }
): Readonly<Record<string, string>> {
  const given = (attribute: string, read = number) =>
    element.text(attribute) === undefined ? undefined : read(element, attribute)
  const [dyntype, gaintype] = ['none', 'fixed']
  switch (element.tag) {
    case 'motor':
      return { dyntype, gaintype, biastype: 'none', gainprm: '1' }
    case 'position':
    case 'intvelocity': {
      const kp = given('kp') ?? gain
      const [kv, ratio, time] = ['kv', 'dampratio', 'timeconst'].map((each) =>
        given(each, magnitude)
      )
      if (kv !== undefined && ratio !== undefined)
        throw fault(element, 'kv', 'found with dampratio; expected one of them')
      // MuJoCo has a ratio of damping as a positive number where the damping itself is negative.
      const ofVelocity = ratio ?? (kv === undefined ? bias[2] : 0 - kv)
      const filter =
        time === undefined
          ? {}
          : { dyntype: time === 0 ? 'none' : 'filterexact', dynprm: `${time}` }
      const integrator = element.tag === 'intvelocity' ? { dyntype: 'integrator' } : {}
      const biasprm = [bias[0], 0 - kp, ofVelocity].join(' ')
      return { ...filter, ...integrator, gaintype, biastype: 'affine', gainprm: `${kp}`, biasprm }
    }
    case 'velocity': {
      const kv = given('kv') ?? gain
      return { dyntype, gaintype, biastype: 'affine', gainprm: `${kv}`, biasprm: `0 0 ${0 - kv}` }
    }
    default:
      return { gaintype: element.tag }
  }
}

/** The law of an actuator without state of its own but a first-order activation. */
export interface AffineLaw {
  readonly gain: number
  readonly bias: Vector3
  readonly activation?: 'filter' | 'integrator'
  /** Of a filter [s]. */
  readonly timeConstant?: number
}

/**
 * Force = gain·activation + bias₀ + bias₁·length + bias₂·velocity; undefined of another law.
 *
 * A ratio of damping is one of 2 √(stiffness · inertia).
 *
 * @param inertia  along the actuator's length, where it is known
 */
export function affineLawOf(
  element: Element,
  inertia: number | undefined,
  remarks: Remarks
): AffineLaw | undefined {
  const law = forceLawOf(element, inertia, remarks)
  const type = element.text('dyntype') ?? 'none'
  if (!law || type === 'none') return law
  if (type === 'integrator') return { ...law, activation: 'integrator' }
  if (type !== 'filter' && type !== 'filterexact') return undefined
  const [timeConstant = 1] = list(element, 'dynprm')
  return timeConstant > 0 ? { ...law, activation: 'filter', timeConstant } : law
}

function forceLawOf(
  element: Element,
  inertia: number | undefined,
  remarks: Remarks
): AffineLaw | undefined {
  const isWord = (attribute: string, ...words: readonly string[]) =>
    words.includes(element.text(attribute) ?? words[0]!)
  if (!isWord('gaintype', 'fixed') || !isWord('biastype', 'none', 'affine')) return undefined
  const { gain, bias } = parametersOf(element)
  if ((element.text('biastype') ?? 'none') === 'none') return { gain, bias: [0, 0, 0] }
  const isRatio = bias[2] > 0 && bias[1] === -gain
  if (!isRatio) return { gain, bias }
  if (inertia === undefined)
    remarks.once('dampratio', element, 'dampratio is left out: no joint moves its length alone')
  const damping = inertia === undefined ? 0 : 2 * bias[2] * Math.sqrt(gain * inertia)
  return { gain, bias: [bias[0], bias[1], 0 - damping] }
}
