import { type Mechanism, type Simulation, type Tracking, velocitySize } from 'linkwork'

/**
 * The fastest rate of a motion [1/s]: over the joints the largest |v|, or √|v̇| where that is more, as
 * of what starts to swing. A joint's coordinates count together; lengths count as parts of the
 * mechanism's reach. Of what a gear ties together the fastest is left out: it is a rotor, and round.
 */
export class FastestRate {
  readonly #joints: readonly { start: number; end: number; unit: number }[]

  constructor(mechanism: Mechanism, reach: number) {
    const rotors = rotorsOf(mechanism)
    let end = 0
    this.#joints = mechanism.joints
      .map((joint) => {
        const start = end
        end += velocitySize(joint)
        return { name: joint.name, start, end, unit: joint.type === 'prismatic' ? reach || 1 : 1 }
      })
      .filter(({ name }) => !rotors.has(name))
  }

  /** There are no accelerations during an impact, so the velocities alone count. */
  of(simulation: Simulation, hasImpacts: boolean): number {
    const speed = this.#largest(simulation.v)
    return hasImpacts
      ? speed
      : Math.max(speed, Math.sqrt(this.#largest(simulation.dynamics.forwardDynamics())))
  }

  #largest(values: Float64Array): number {
    let largest = 0
    for (const { start, end, unit } of this.#joints) {
      let sum = 0
      for (let i = start; i < end; i++) sum += Math.abs(values[i] ?? 0)
      largest = Math.max(largest, sum / unit)
    }
    return largest
  }
}

/** In Σ c q = offset the joint with the smallest c turns fastest. */
function rotorsOf({ couplings = [] }: Mechanism): Set<string> {
  return new Set(
    couplings.flatMap(({ terms }) => {
      const [fastest] = [...terms].sort((a, b) => Math.abs(a.coefficient) - Math.abs(b.coefficient))
      return fastest ? [fastest.joint] : []
    })
  )
}

/** The faster root of λ² + d λ + k = 0, or where both swing their √k [1/s]. */
export function rateOfSpring({ stiffness = 100, damping = 20 }: Omit<Tracking, 'joints'>): number {
  const discriminant = damping ** 2 - 4 * stiffness
  return discriminant < 0 ? Math.sqrt(stiffness) : (damping + Math.sqrt(discriminant)) / 2
}
