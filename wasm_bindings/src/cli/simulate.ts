import { columnNames, csvField } from '../columns.js'
import { positionSize, velocitySize } from '../joint-sizes.js'
import type { Linkwork } from '../types/linkwork.js'
import type { Joint } from '../types/mechanism.js'
import type { Simulation, Solver } from '../types/simulation.js'
import { print } from './output.js'
import { progressDisplay } from './progress.js'
import { numberOption, UsageError } from './usage.js'

export interface SimulateArguments {
  readonly time?: string
  readonly dt?: string
  readonly every?: string
  readonly allow?: string
  readonly method?: string
  readonly integrator?: string
  readonly csv?: boolean
}

/** How rows become a document. */
interface Rows {
  row(simulation: Simulation): string
  readonly end: string
}

/**
 * Simulates and prints a row at the start, every K steps and at the end. After an error the document
 * ends with the last good row.
 */
export async function simulate(
  linkwork: Linkwork,
  mechanism: string,
  state: string | undefined,
  options: SimulateArguments
): Promise<void> {
  const duration = numberOption(options.time, 'time')
  const step = numberOption(options.dt, 'dt')
  const every = numberOption(options.every ?? '1', 'every')
  if (!Number.isInteger(every))
    throw new UsageError(`--every: expected a whole number, found ${every}`)
  if (duration / step > Number.MAX_SAFE_INTEGER) {
    throw new UsageError(`--time: ${duration} s are more steps of ${step} s than can be counted`)
  }
  const contact = options.allow === undefined ? {} : { allow: numberOption(options.allow, 'allow') }
  using simulation = linkwork.simulate(mechanism, {
    step,
    state,
    contact,
    solver: { method: options.method, integrator: options.integrator } as Solver
  })
  const { joints } = simulation.mechanism
  const rows = options.csv ? csvRows(joints) : jsonRows(joints)
  const progress = progressDisplay(duration, (time) => `${time.toFixed(3)} of ${duration} s`)
  const write = async () => {
    await print(rows.row(simulation))
    progress(duration - simulation.time > 1e-9 * step ? simulation.time : duration)
  }
  await print(rows.row(simulation))
  try {
    if (options.integrator === 'adaptive') {
      while (duration - simulation.time > 1e-9 * step) {
        const before = simulation.snapshot()
        simulation.step(every)
        if (simulation.time > duration) {
          simulation.restore(before)
          simulation.advance(duration - simulation.time)
        }
        await write()
      }
      return
    }
    // Whole steps, then one shortened step if the duration is no multiple of the step.
    const steps = Math.floor(duration / step + 1e-9)
    for (let done = 0; done < steps; ) {
      const count = Math.min(every, steps - done)
      simulation.step(count)
      done += count
      await write()
    }
    if (duration - steps * step > 1e-9 * step) {
      simulation.stepSize = duration - simulation.time
      simulation.step()
      await write()
    }
  } finally {
    await print(rows.end)
  }
}

/** Rows as an array of objects, one a line; q and v by joint name, as in a state file. */
function jsonRows(joints: readonly Joint[]): Rows {
  let before = '[\n'
  return {
    row(simulation) {
      const row = {
        t: simulation.time,
        q: byJoint(joints, simulation.q, positionSize),
        v: byJoint(joints, simulation.v, velocitySize),
        kinetic: simulation.energy.kinetic,
        potential: simulation.energy.potential,
        loopError: simulation.constraints.loopError
      }
      const line = `${before}${JSON.stringify(row)}`
      before = ',\n'
      return line
    },
    end: '\n]\n'
  }
}

function byJoint(
  joints: readonly Joint[],
  values: Float64Array,
  size: (joint: Joint) => number
): Record<string, number[]> {
  let end = 0
  return Object.fromEntries(
    joints.map((joint) => {
      const start = end
      end += size(joint)
      return [joint.name, [...values.subarray(start, end)]]
    })
  )
}

/** A header, then a line of numbers a row. */
function csvRows(joints: readonly Joint[]): Rows {
  const columns = [
    't',
    ...columnNames('q', joints, positionSize),
    ...columnNames('v', joints, velocitySize),
    'kinetic',
    'potential',
    'loopError'
  ]
  let header = `${columns.map(csvField).join(',')}\n`
  return {
    row({ time, q, v, energy, constraints }) {
      const numbers = [time, ...q, ...v, energy.kinetic, energy.potential, constraints.loopError]
      const row = `${header}${numbers.join(',')}\n`
      header = ''
      return row
    },
    end: ''
  }
}
