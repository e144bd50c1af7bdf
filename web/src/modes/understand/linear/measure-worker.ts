/// <reference lib="webworker" />
import { chain, type Linkwork, load, type Model, type Simulation } from 'linkwork'
import { solveByCholesky } from './dense.ts'
import { mostDense, type Solve } from './timings.ts'

/** Measures steps of chains in a worker, and reports every measurement. */

/** Lengths to measure, one after the other; none: no more. Replaces the request before it. */
export interface MeasureRequest {
  readonly run: number
  readonly links: readonly number[]
}

/** A finding and the request that it answers: it may arrive after the page has sent another. */
export interface MeasureReply {
  readonly run: number
  readonly measurement: Measurement
}

export type Measurement =
  | {
      readonly type: 'time'
      readonly solve: Solve
      readonly links: number
      /** Shortest measured time, because disturbances only add time [µs]. */
      readonly time: number
    }
  /** Both solves were run: largest difference of their accelerations, relative to the largest. */
  | { readonly type: 'difference'; readonly links: number; readonly difference: number }
  /** A length is begun. */
  | { readonly type: 'begun'; readonly links: number }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly message: string }

const page = self as unknown as DedicatedWorkerGlobalScope

/** So short that a chain of any length keeps its pose while it is measured [s]. */
const step = 1e-6
/** Between two looks at the clock, and for one length [ms]. */
const batch = 4
const whole = 80
/** Looks at the clock that even the slowest gets. */
const leastLooks = 3

/** The request that is measured. */
let run = 0

/** Sends a finding of the present request. */
const report = (measurement: Measurement) =>
  page.postMessage({ run, measurement } satisfies MeasureReply)

/** Lets messages in. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

/** Whether a run went through; `take` takes so many steps. */
async function time(solve: Solve, links: number, take: (count: number) => void): Promise<boolean> {
  const present = run
  const timed = (count: number) => {
    const start = performance.now()
    take(count)
    return performance.now() - start
  }
  take(1)
  let count = 1
  let spent = timed(count)
  for (; spent < batch / 2; spent = timed(count)) count *= 2
  let [all, least] = [spent, spent]
  for (let looks = 1; all < whole || looks < leastLooks; looks++) {
    const more = timed(count)
    all += more
    least = Math.min(least, more)
    report({ type: 'time', solve, links, time: (1000 * least) / count })
    await breathe()
    if (present !== run) return false
  }
  return true
}

/** H(q) v̇ = −C(q, v), whole and by Cholesky. */
function denseAccelerations(model: Model, q: Float64Array, v: Float64Array): Float64Array {
  const bias = model.inverseDynamics({ q, v }).map((force) => -force)
  return solveByCholesky(model.massMatrix({ q, v }).matrix, bias)
}

/** A step of semi-implicit Euler, of joints whose coordinates are their angles. */
function denseStepper(model: Model): (count: number) => void {
  const { q, v } = model.start
  const [angles, rates] = [Float64Array.from(q), Float64Array.from(v)]
  return (count) => {
    for (let k = 0; k < count; k++) {
      const a = denseAccelerations(model, angles, rates)
      for (let i = 0; i < a.length; i++) {
        rates[i] = (rates[i] as number) + step * (a[i] as number)
        angles[i] = (angles[i] as number) + step * (rates[i] as number)
      }
    }
  }
}

function differenceOf(model: Model): number {
  const { q, v } = model.start
  const exact = model.forwardDynamics({ q, v }).slice()
  const other = denseAccelerations(model, Float64Array.from(q), Float64Array.from(v))
  const largest = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return other.reduce((most, a, i) => Math.max(most, Math.abs(a - (exact[i] ?? 0))), 0) / largest
}

async function measure(linkwork: Linkwork, links: number): Promise<boolean> {
  const present = run
  report({ type: 'begun', links })
  await breathe()
  if (present !== run) return false
  let model: Model | undefined
  let simulation: Simulation | undefined
  try {
    model = linkwork.model(chain({ links, length: 0.1, startAngle: -0.6 }))
    const moving = model.simulate({
      solver: { method: 'articulated-body', integrator: 'semi-implicit-euler' },
      step
    })
    simulation = moving
    if (!(await time('recursion', links, (count) => moving.step(count)))) return false
    if (links > mostDense) return true
    report({ type: 'difference', links, difference: differenceOf(model) })
    return await time('dense', links, denseStepper(model))
  } finally {
    simulation?.dispose()
    model?.dispose()
  }
}

const loaded = load()

page.onmessage = async ({ data }: MessageEvent<MeasureRequest>) => {
  run = data.run
  const present = run
  try {
    const linkwork = await loaded
    for (const links of data.links) if (present !== run || !(await measure(linkwork, links))) return
    if (present === run && data.links.length > 0) report({ type: 'done' })
  } catch (error) {
    if (present === run) report({ type: 'failed', message: (error as Error).message })
  }
}
