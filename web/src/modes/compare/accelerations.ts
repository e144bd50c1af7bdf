import type {
  AccelerationMethod,
  CompleteJointValues,
  Linkwork,
  Model,
  Simulation,
  StateSource
} from 'linkwork'
import type { Checked, CheckRow, ModelState } from './requests.ts'

/** Workspace for repeated checks of one mechanism. */
export interface Methods {
  readonly model: Model
  /** With compiled code; undefined if compiling is not allowed. */
  readonly compiled: Simulation | undefined
}

/** Compares the accelerations of all methods at one state with those of the first method. */
export function checkAt(linkwork: Linkwork, { model, compiled }: Methods, at: ModelState): Checked {
  const { q, v } = at
  const state: StateSource = model.named({ q, v })
  const { methods } = linkwork.check(at.mechanism, state)
  const [[against, { a: reference }], ...others] = Object.entries(methods) as [
    [AccelerationMethod, { a: CompleteJointValues }],
    ...[AccelerationMethod, { a: CompleteJointValues }][]
  ]
  const rows = others.map(([method, { a }]) => rowOf(method, a, reference))
  const laidOut = (values: ArrayLike<number>) => byName(model, values)
  if (compiled) {
    compiled.setState(q, v)
    rows.push(rowOf('compiled', laidOut(compiled.dynamics.forwardDynamics()), reference))
  }
  rows.push(thereAndBack(model, at, laidOut))
  return { against, rows: rows.sort((one, two) => two.difference - one.difference) }
}

/**
 * Computes accelerations of torques, the torques of these by inverse dynamics, and their accelerations
 * again.
 */
function thereAndBack(
  model: Model,
  { q, v, mechanism }: ModelState,
  laidOut: (values: ArrayLike<number>) => CompleteJointValues
): CheckRow {
  const weight = 9.81 * mechanism.bodies.reduce((sum, { mass }) => sum + mass, 0)
  const tau = Array.from({ length: model.velocitySize }, (_, i) => 0.1 * weight * Math.sin(i + 1))
  const there = model.forwardDynamics({ q, v, tau }).slice()
  const found = model.inverseDynamics({ q, v, a: there }).slice()
  const back = model.forwardDynamics({ q, v, tau: found })
  return rowOf('there-and-back', laidOut(back), laidOut(there))
}

function byName(model: Model, values: ArrayLike<number>): CompleteJointValues {
  return Object.fromEntries(
    model.joints.map(({ name, v, velocities }) => [
      name,
      Array.from({ length: velocities }, (_, i) => values[v + i] ?? Number.NaN)
    ])
  )
}

function rowOf(
  method: CheckRow['method'],
  values: CompleteJointValues,
  reference: CompleteJointValues
): CheckRow {
  let size = 0
  let largest = { difference: 0, joint: '', value: 0, expected: 0 }
  for (const [joint, numbers] of Object.entries(reference)) {
    numbers.forEach((expected, i) => {
      const value = values[joint]?.[i] ?? Number.NaN
      const difference = Math.abs(value - expected)
      size = Math.max(size, Math.abs(expected))
      if (!(difference <= largest.difference) || largest.joint === '')
        largest = { difference, joint, value, expected }
    })
  }
  return {
    method,
    ...largest,
    difference: size > 0 ? largest.difference / size : largest.difference
  }
}
