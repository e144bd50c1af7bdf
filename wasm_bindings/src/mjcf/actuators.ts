import type { JointLimits, Vector3 } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { number, numbers } from '../xml/values.js'
import type { Defaults } from './defaults.js'
import type { EqualityReader } from './equalities.js'
import { rangeOf } from './ranges.js'
import type { Settings } from './settings.js'
import type { Tree } from './tree.js'

/**
 * What an <actuator> has: its length is Σ gear·q of joints, its force gain·control + bias₀ +
 * bias₁·length + bias₂·dlength/dt, and on each joint acts gear·force.
 */
export interface MjcfActuator {
  readonly name: string
  /** By joint. */
  readonly gear: Readonly<Record<string, number>>
  readonly gain: number
  readonly bias: Vector3
  /** That the control is cut off at. */
  readonly controlRange?: JointLimits
  /** That the force is cut off at. */
  readonly forceRange?: JointLimits
}

const ofActuator = {
  dampratio: 'damping relative to the critical',
  actrange: 'the range of an activation',
  lengthrange: 'the range of its length'
}

/** The actuators of joints that have one coordinate, and of tendons that are linear in them. */
export class ActuatorReader {
  readonly actuators: MjcfActuator[] = []
  readonly #tree: Tree
  readonly #equalities: EqualityReader
  readonly #settings: Settings
  readonly #remarks: Remarks

  constructor(
    root: Element,
    tree: Tree,
    equalities: EqualityReader,
    defaults: Defaults,
    settings: Settings,
    remarks: Remarks
  ) {
    this.#tree = tree
    this.#equalities = equalities
    this.#settings = settings
    this.#remarks = remarks
    const elements = root.all('actuator').flatMap(({ children }) => children)
    // What a class says of general actuators is said of all.
    for (const each of elements)
      this.#read(defaults.applied(defaults.applied(each, undefined), undefined, 'general'))
    const [first] = elements
    if (first) remarks.once('actuator', first, 'actuators stand beside the mechanism')
  }

  #read(element: Element): void {
    const gear = this.#gearOf(element)
    const law = this.#lawOf(element)
    if (!gear || !law) {
      this.#remarks.once(`actuator ${element.tag}`, element, 'the actuator is left out')
      return
    }
    this.#remarks.attributes(element, ofActuator)
    const controlRange = rangeOf(element, 'ctrlrange', 'ctrllimited', this.#settings)
    const forceRange = rangeOf(element, 'forcerange', 'forcelimited', this.#settings)
    this.actuators.push({
      name: element.text('name') ?? `${element.tag}${this.actuators.length}`,
      gear,
      ...law,
      ...(controlRange ? { controlRange } : {}),
      ...(forceRange ? { forceRange } : {})
    })
  }

  #gearOf(element: Element): Readonly<Record<string, number>> | undefined {
    const [gear = 1] = element.text('gear') === undefined ? [] : numbers(element, 'gear', 1, 6)
    if (element.text('tendon') !== undefined) {
      const terms = this.#equalities.tendonTerms(element, 'tendon')
      return terms && Object.fromEntries(terms.map((term) => [term.joint, gear * term.coefficient]))
    }
    const attribute = ['joint', 'jointinparent'].find((name) => element.text(name) !== undefined)
    if (!attribute) return undefined
    const { name, item } = this.#tree.jointNames.named(element, attribute)
    const type = item.element.tag === 'freejoint' ? 'free' : item.element.text('type')
    return type === 'ball' || type === 'free' ? undefined : { [name]: gear }
  }

  #lawOf(element: Element): Pick<MjcfActuator, 'gain' | 'bias'> | undefined {
    const first = (attribute: string, otherwise: number) => number(element, attribute, otherwise)
    switch (element.tag) {
      case 'motor':
        return { gain: 1, bias: [0, 0, 0] }
      case 'position': {
        const kp = first('kp', 1)
        return { gain: kp, bias: [0, -kp, 0 - first('kv', 0)] }
      }
      case 'velocity': {
        const kv = first('kv', 1)
        return { gain: kv, bias: [0, 0, -kv] }
      }
      case 'general':
        return this.#generalLawOf(element)
      default:
        return undefined
    }
  }

  #generalLawOf(element: Element): Pick<MjcfActuator, 'gain' | 'bias'> | undefined {
    const typeOf = (attribute: string, usual: string) => element.text(attribute) ?? usual
    if (typeOf('dyntype', 'none') !== 'none' || typeOf('gaintype', 'fixed') !== 'fixed')
      return undefined
    const biasType = typeOf('biastype', 'none')
    if (biasType !== 'none' && biasType !== 'affine') return undefined
    const listOf = (attribute: string, usual: readonly number[]) =>
      element.text(attribute) === undefined ? usual : numbers(element, attribute, 1, 10)
    const [gain = 1] = listOf('gainprm', [1])
    const [constant = 0, ofLength = 0, ofVelocity = 0] =
      biasType === 'affine' ? listOf('biasprm', []) : []
    return { gain, bias: [constant, ofLength, ofVelocity] }
  }
}
