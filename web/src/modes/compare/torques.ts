import type { JointValues, Linkwork, Mechanism, Model } from 'linkwork'
import { rotorsOf, type Variant, variantOf } from '../../worker/variants.ts'
import type { ModelState, TorqueRow } from './requests.ts'

type Modelled = 'exact' | 'reflected' | 'rotorless'

/** Torques of one motion with three models of rotors. */
export class TorqueModels {
  readonly #models: readonly (readonly [Modelled, Model, Variant])[]
  readonly #whole: Model
  readonly #driven: readonly string[]
  readonly #shown: readonly string[]

  constructor(linkwork: Linkwork, mechanism: Mechanism) {
    const names = [
      ['exact', 'same'],
      ['reflected', 'reflected'],
      ['rotorless', 'rotorless']
    ] as const
    this.#models = names.map(([name, variantName]) => {
      const variant = variantOf(mechanism, variantName)
      return [name, linkwork.model(variant.mechanism), variant]
    })
    this.#whole = linkwork.model(mechanism)
    this.#shown = gearedJoints(mechanism)
    const floating = mechanism.joints.filter(({ type }) => type === 'free' || type === 'planar')
    this.#driven = [...floating.map(({ name }) => name), ...this.#shown]
  }

  at({ q, v }: ModelState, a: Float64Array): TorqueRow[] {
    const named = this.#whole.named({ q, v })
    const accelerations = namedRates(this.#whole, a)
    const torques = new Map(
      this.#models.map(([name, model, { stateOf }]) => {
        const { q: positions, v: velocities } = stateOf(named)
        const motion = { q: positions, v: velocities, a: stateOf({ v: accelerations }).v }
        const tau = model.inverseDynamics(motion, { actuated: this.#driven }).slice()
        return [name, (joint: string) => tau[model.joint(joint).v] ?? Number.NaN] as const
      })
    )
    const of = (name: Modelled, joint: string) => torques.get(name)?.(joint) ?? Number.NaN
    return this.#shown.map((joint) => ({
      joint,
      exact: of('exact', joint),
      reflected: of('reflected', joint),
      rotorless: of('rotorless', joint)
    }))
  }

  dispose(): void {
    this.#whole[Symbol.dispose]()
    for (const [, model] of this.#models) model[Symbol.dispose]()
  }
}

/**
 * Returns the joints that rotors drive, each once: the last joint of a coupling that no other rotor
 * has.
 */
function gearedJoints(mechanism: Mechanism): string[] {
  const driven = new Set<string>()
  for (const [rotor, { terms }] of rotorsOf(mechanism)) {
    const others = terms.filter(({ joint }) => joint !== rotor && !driven.has(joint))
    const last = others.at(-1)
    if (last) driven.add(last.joint)
  }
  return [...driven]
}

function namedRates(model: Model, values: ArrayLike<number>): JointValues {
  return Object.fromEntries(
    model.joints.map(({ name, v, velocities }) => [
      name,
      Array.from({ length: velocities }, (_, i) => values[v + i] ?? 0)
    ])
  )
}
