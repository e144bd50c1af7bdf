import type { JointLimits } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { number, numbers } from '../xml/values.js'
import { type AffineLaw, affineLawOf } from './actuator-laws.js'
import type { Defaults } from './defaults.js'
import type { EqualityReader } from './equalities.js'
import { rangeOf } from './ranges.js'
import type { Settings } from './settings.js'
import type { MjcfTendon } from './tendons.js'
import type { Tree } from './tree.js'

/**
 * An <actuator>: its length is Σ gear·q of joints, its force gain·activation + bias₀ +
 * bias₁·length + bias₂·dlength/dt, and on each joint acts gear·force.
 */
export interface MjcfActuator extends AffineLaw {
  readonly name: string
  /** By joint. Empty on a spatial tendon. */
  readonly gear: Readonly<Record<string, number>>
  /** A spatial tendon, with the gear on it. */
  readonly tendon?: { readonly name: string; readonly gear: number }
  /** That the control is cut off at. */
  readonly controlRange?: JointLimits
  /** That the force is cut off at. */
  readonly forceRange?: JointLimits
  /** That the activation is cut off at. */
  readonly activationRange?: JointLimits
}

const ofActuator = {
  lengthrange: 'the range of its length'
}

/** The actuators of joints that have one coordinate, and of tendons that are linear in them. */
export class ActuatorReader {
  readonly actuators: MjcfActuator[] = []
  readonly #tree: Tree
  readonly #inertias: ReadonlyMap<string, number>
  readonly #equalities: EqualityReader
  readonly #settings: Settings
  readonly #remarks: Remarks
  readonly #tendons: ReadonlySet<string>

  constructor(
    root: Element,
    tree: Tree,
    inertias: ReadonlyMap<string, number>,
    equalities: EqualityReader,
    tendons: readonly MjcfTendon[],
    defaults: Defaults,
    settings: Settings,
    remarks: Remarks
  ) {
    this.#tree = tree
    this.#inertias = inertias
    this.#equalities = equalities
    this.#settings = settings
    this.#remarks = remarks
    const spatial = tendons.filter(({ tendon }) => tendon.points)
    this.#tendons = new Set(spatial.map(({ tendon }) => tendon.name))
    const elements = root.all('actuator').flatMap(({ children }) => children)
    for (const each of elements) this.#read(defaults.appliedToActuator(each.tolerant()))
  }

  #read(element: Element): void {
    const tendon = this.#spatialTendonOf(element)
    const gear = tendon ? {} : this.#gearOf(element)
    const law = affineLawOf(element, gear && this.#inertiaAlong(gear), this.#remarks)
    if (!gear || !law) {
      this.#remarks.once(`actuator ${element.tag}`, element, 'the actuator is left out')
      return
    }
    this.#remarks.attributes(element, ofActuator)
    const controlRange =
      rangeOf(element, 'ctrlrange', 'ctrllimited', this.#settings) ?? this.#inherited(element)
    const forceRange = rangeOf(element, 'forcerange', 'forcelimited', this.#settings)
    const activationRange = law.activation
      ? rangeOf(element, 'actrange', 'actlimited', this.#settings)
      : undefined
    this.actuators.push({
      name: element.text('name') ?? `${element.tag}${this.actuators.length}`,
      gear,
      ...(tendon ? { tendon } : {}),
      ...law,
      ...(controlRange ? { controlRange } : {}),
      ...(forceRange ? { forceRange } : {}),
      ...(activationRange ? { activationRange } : {})
    })
  }

  /** Σ inertia/gear² over the joints, as in MuJoCo; undefined without joints. */
  #inertiaAlong(gear: MjcfActuator['gear']): number | undefined {
    const parts = Object.entries(gear).filter(([, factor]) => factor !== 0)
    if (parts.length === 0) return undefined
    return parts.reduce((sum, [name, factor]) => sum + this.#inertias.get(name)! / factor ** 2, 0)
  }

  #spatialTendonOf(element: Element): MjcfActuator['tendon'] {
    const name = element.text('tendon')
    if (name === undefined || !this.#tendons.has(name)) return undefined
    const [gear = 1] = element.text('gear') === undefined ? [] : numbers(element, 'gear', 1, 6)
    return { name, gear }
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

  /** Control range by `inheritrange`: the range of the joint, scaled about its middle. */
  #inherited(element: Element): JointLimits | undefined {
    const times = number(element, 'inheritrange', 0)
    if (times <= 0 || element.text('ctrlrange') !== undefined) return undefined
    if (element.text('joint') === undefined) return undefined
    const { lower, upper } = this.#equalities.limitsOf(element, 'joint') ?? {}
    if (lower === undefined || upper === undefined) return undefined
    const [middle, half] = [(lower + upper) / 2, ((upper - lower) / 2) * times]
    return { lower: middle - half, upper: middle + half }
  }
}
