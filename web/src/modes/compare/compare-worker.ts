/// <reference lib="webworker" />
import { type Linkwork, load, type Mechanism, type Tracking } from 'linkwork'
import type { SolverSettings } from '../../model/settings.ts'
import { optionsFrom } from '../../model/solver.ts'
import { Measures } from '../../worker/measures.ts'
import { mostCompiled } from '../../worker/second-simulation.ts'
import { variantOf } from '../../worker/variants.ts'
import { checkAt, type Methods } from './accelerations.ts'
import type { Answer, Request } from './requests.ts'
import { TorqueModels } from './torques.ts'

/** A worker for slow computations: checks, torques and long runs. */

const page = self as unknown as DedicatedWorkerGlobalScope
const answer = (message: Answer) => page.postMessage(message)

/** Number of points of a long run. */
const points = 400

let loading: Promise<Linkwork> | undefined
let requested: { text: string; methods: Methods; torques?: TorqueModels } | undefined
/** Counts long runs; a new one, or a stop, ends the previous one. */
let runs = 0

async function methodsOf(linkwork: Linkwork, mechanism: Mechanism) {
  const text = JSON.stringify(mechanism)
  if (requested?.text === text) return requested
  requested?.methods.compiled?.dispose()
  requested?.methods.model[Symbol.dispose]()
  requested?.torques?.dispose()
  const simulation = await linkwork
    .simulate(mechanism, { compile: true, solver: { method: 'articulated-body' } })
    .catch(() => undefined)
  const isCompiled = simulation?.compiled?.covers.includes('forwardDynamics')
  const methods = {
    model: linkwork.model(mechanism),
    compiled: isCompiled ? simulation : undefined
  }
  requested = { text, methods }
  return requested
}

async function run(linkwork: Linkwork, request: Extract<Request, { type: 'run' }>): Promise<void> {
  runs += 1
  const number = runs
  const { mechanism, motors, time } = request
  const { variant, ...second } = request.second
  const other = variantOf(mechanism, variant).mechanism
  const allSeries = [
    await series(linkwork, mechanism, request.first, motors),
    await series(linkwork, other, second, motors)
  ]
  try {
    for (let point = 1; point <= points && number === runs; point++) {
      const now = (time * point) / points
      const [first = Number.NaN, second = Number.NaN] = allSeries.map(({ error }) => error(now))
      answer({ type: 'point', time: now, first, second })
      await new Promise((resolve) => setTimeout(resolve)) // requests first
    }
    if (number === runs) answer({ type: 'ran' })
  } finally {
    for (const { dispose } of allSeries) dispose()
  }
}

/** Simulates with compiled code, if allowed, and returns the energy error at increasing times. */
async function series(
  linkwork: Linkwork,
  mechanism: Mechanism,
  solver: SolverSettings,
  motors: Tracking | null
) {
  const options = optionsFrom(solver)
  const simulate = () => linkwork.simulate(mechanism, options)
  const isShort = mechanism.bodies.length <= mostCompiled
  const simulation = isShort
    ? await linkwork.simulate(mechanism, { ...options, compile: true }).catch(simulate)
    : simulate()
  if (motors) simulation.tracking.start(motors)
  const measures = new Measures(simulation)
  return {
    error(time: number) {
      simulation.step(Math.max(0, Math.round((time - simulation.time) / solver.step)))
      measures.moved(simulation)
      return measures.of(simulation).energyError
    },
    dispose: () => simulation.dispose()
  }
}

async function execute(linkwork: Linkwork, request: Request): Promise<void> {
  switch (request.type) {
    case 'check': {
      const { methods } = await methodsOf(linkwork, request.mechanism)
      answer({ type: 'checked', ...checkAt(linkwork, methods, request) })
      break
    }
    case 'torques': {
      const known = await methodsOf(linkwork, request.mechanism)
      known.torques ??= new TorqueModels(linkwork, request.mechanism)
      answer({ type: 'torques', rows: known.torques.at(request, request.a) })
      break
    }
    case 'run':
      await run(linkwork, request)
      break
    case 'stop':
      runs += 1
      break
  }
}

page.onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    loading ??= load()
    await execute(await loading, data)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (data.type !== 'stop') answer({ type: 'failed', what: data.type, message })
  }
}
