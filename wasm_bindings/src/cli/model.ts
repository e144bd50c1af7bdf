import type { Linkwork } from '../types/linkwork.js'
import type { Quaternion, Vector3 } from '../types/mechanism.js'
import type { Model } from '../types/model.js'
import { type Command, UsageError } from './usage.js'

export interface ModelArguments {
  readonly frame?: string
  readonly position?: string
  readonly rotation?: string
}

type Answer = (model: Model, given: ModelArguments) => object

/** Queries of a model at its start, by command. */
const answers: Partial<Record<Command, Answer>> = {
  jacobian: (model, given) => {
    const { coordinates, matrix } = model.jacobian(frameOf(given))
    return { joints: coordinates, jacobian: rowsOf(matrix, coordinates.length) }
  },
  'center-of-mass': (model) => {
    const { mass, position, velocity, coordinates, matrix } = model.centerOfMass()
    const momentum = Array.from(model.centroidalMomentum().momentum)
    const jacobian = rowsOf(matrix, coordinates.length)
    return { mass, position, velocity, momentum, joints: coordinates, jacobian }
  },
  'gravity-compensation': (model) => {
    const tau = model.gravityCompensation()
    return {
      tau: Object.fromEntries(
        model.joints.map(({ name, v, velocities }) => [
          name,
          Array.from(tau.subarray(v, v + velocities))
        ])
      )
    }
  },
  'inverse-kinematics': (model, given) => {
    const position = numbersOf(given.position, 'position', 3) as unknown as Vector3
    const rotation =
      given.rotation === undefined
        ? undefined
        : (numbersOf(given.rotation, 'rotation', 4) as unknown as Quaternion)
    const target = { frame: frameOf(given), position, rotation }
    const { q, ...found } = model.inverseKinematics([target])
    return { ...found, q: model.named({ q }).q }
  }
}

/** The answer to a command that is about a model; undefined to others. */
export function answerOfModel(
  linkwork: Linkwork,
  command: Command,
  mechanism: string,
  state: string | undefined,
  given: ModelArguments
): object | undefined {
  const answer = answers[command]
  return answer?.(linkwork.model(mechanism, { state }), given)
}

function frameOf({ frame }: ModelArguments): string {
  if (frame !== undefined) return frame
  throw new UsageError('--frame: which site or body?')
}

function rowsOf(matrix: Float64Array, columns: number): number[][] {
  const rows = columns === 0 ? 0 : matrix.length / columns
  return Array.from({ length: rows }, (_, row) =>
    Array.from(matrix.subarray(row * columns, (row + 1) * columns))
  )
}

function numbersOf(text: string | undefined, name: string, count: number): number[] {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers
  throw new UsageError(
    `--${name}: expected ${count} numbers with commas between them, found "${text ?? ''}"`
  )
}
