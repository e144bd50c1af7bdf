import { type Joint, type Mechanism, positionSize, velocitySize } from 'linkwork'
import type { MechanismEntry } from '../model/mechanisms/entry.ts'
import { writeDegrees, writeFixed } from '../model/numbers.ts'
import { spokenName } from '../model/parts.ts'
import type { Callout } from '../model/stage.ts'

/** Text for a part: its name, the state of its joint, and of the rotors of that joint. */
export class CalloutWriter {
  readonly #mechanism: Mechanism
  readonly #entry: MechanismEntry
  readonly #positionAt: readonly number[]
  readonly #velocityAt: readonly number[]

  constructor(mechanism: Mechanism, entry: MechanismEntry) {
    this.#mechanism = mechanism
    this.#entry = entry
    this.#positionAt = starts(mechanism.joints.map(positionSize))
    this.#velocityAt = starts(mechanism.joints.map(velocitySize))
  }

  write(body: number, q: Float64Array, v: Float64Array): Callout | null {
    const name = this.#mechanism.bodies[body]?.name
    const index = this.#mechanism.joints.findIndex(({ child }) => child === name)
    const joint = this.#mechanism.joints[index]
    if (name === undefined || !joint) return null
    const title = this.#entry.partTitle?.(name, this.#mechanism) ?? spokenName(name)
    const position = writePosition(joint, q[this.#positionAt[index] ?? 0] ?? Number.NaN)
    const rotors = this.#rotorsOf(joint)
    if (rotors.length > 0 && position) {
      const angles = rotors.map((rotor) =>
        writeDegrees(q[this.#positionAt[rotor] ?? 0] ?? Number.NaN)
      )
      const value = `${rotors.length === 1 ? 'rotor' : 'rotors'} ${angles.join(', ')}`
      return { title: `${title} ${position}`, value }
    }
    const rate = writeRate(joint, v[this.#velocityAt[index] ?? 0] ?? Number.NaN)
    return { title, value: [position, rate].filter(Boolean).join(', ') }
  }

  /** The joints of the rotors that drive a joint: by gears with as few others as there are. */
  #rotorsOf(joint: Joint): number[] {
    const { joints, couplings = [] } = this.#mechanism
    if (isRotor(joint)) return []
    const gears = couplings.filter(({ terms }) => terms.some((term) => term.joint === joint.name))
    const fewest = Math.min(...gears.map(({ terms }) => terms.length))
    const driving = gears.filter(({ terms }) => terms.length === fewest)
    return driving.flatMap(({ terms }) => {
      const isOfGear = ({ name }: Joint) => terms.some((term) => term.joint === name)
      const index = joints.findIndex((other) => isRotor(other) && isOfGear(other))
      return index < 0 ? [] : [index]
    })
  }
}

const isRotor = ({ child }: Joint): boolean => /rotor/i.test(child)

function starts(sizes: readonly number[]): number[] {
  let sum = 0
  return sizes.map((size) => {
    const start = sum
    sum += size
    return start
  })
}

function writePosition({ type }: Joint, value: number): string {
  if (type === 'revolute' || type === 'helical') return writeDegrees(wrapped(value))
  if (type === 'prismatic') return `${writeFixed(value, 3)} m`
  return ''
}

function writeRate({ type }: Joint, value: number): string {
  if (type === 'revolute' || type === 'helical') return `${writeFixed(value, 2)} rad/s`
  if (type === 'prismatic') return `${writeFixed(value, 2)} m/s`
  return ''
}

/** The same angle between −π and π. */
function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}
