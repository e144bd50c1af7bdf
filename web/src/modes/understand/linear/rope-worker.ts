/// <reference lib="webworker" />
import { chain, type Linkwork, load, type Simulation } from 'linkwork'

/** Simulates a very long chain as fast as possible, and reports its poses. */

export type RopeRequest =
  | { readonly type: 'show'; readonly links: number; readonly length: number }
  /** The page's frames are the clock; `elapsed` since the one before [s]. */
  | { readonly type: 'tick'; readonly elapsed: number }

export interface RopeFailure {
  readonly links: number
  readonly message: string
}

export interface RopeFrame {
  readonly links: number
  /** x and z of joints along the chain, as many as a picture shows [m]. */
  readonly line: Float32Array
  /** Simulated [s]. */
  readonly time: number
  /** Simulated seconds per second, over the last second. */
  readonly speed: number
}

/** Joints of a picture; more would lie within a pixel. */
const most = 1000
/** Of a frame, for steps [ms]. */
const budget = 12

const page = self as unknown as DedicatedWorkerGlobalScope
const loaded = load()
let wanted = 0
let links = 0
let simulation: Simulation | undefined
let [clock, clockTime, speed] = [0, 0, Number.NaN]

function frame(whole: Simulation): RopeFrame {
  const { poses } = whole
  const stride = Math.ceil(links / most)
  const bodies = Array.from({ length: Math.ceil(links / stride) }, (_, i) => i * stride)
  const line = Float32Array.from(
    [...bodies, links - 1].flatMap((body) => [poses[7 * body] ?? 0, poses[7 * body + 2] ?? 0])
  )
  return { links, line, time: whole.time, speed }
}

/** A second of real time is a second of the chain's, or as much of it as there is time for. */
function advance(whole: Simulation, elapsed: number): void {
  const start = performance.now()
  const goal = whole.time + Math.min(elapsed, 0.1)
  do whole.step(1)
  while (whole.time < goal && performance.now() - start < budget)
  const now = performance.now()
  if (now - clock < 1000) return
  speed = (1000 * (whole.time - clockTime)) / (now - clock)
  ;[clock, clockTime] = [now, whole.time]
}

/** Waves run faster down short links: the step that RK4 bears shrinks with them [s]. */
function boundedStep(length: number, gravity = 9.81): number {
  return Math.sqrt((length * links) / gravity) / (2 * links)
}

function build(linkwork: Linkwork, length: number): Simulation {
  simulation?.dispose()
  simulation = undefined
  links = wanted
  const source = chain({ links, length, startAngle: -0.6 })
  const step = boundedStep(length)
  simulation = linkwork.simulate(source, {
    solver: { method: 'articulated-body', integrator: 'rk4' },
    step
  })
  ;[clock, clockTime, speed] = [performance.now(), 0, Number.NaN]
  return simulation
}

async function execute(request: RopeRequest): Promise<RopeFrame | undefined> {
  const linkwork = await loaded
  if (request.type === 'show')
    return request.links === wanted ? frame(build(linkwork, request.length)) : undefined
  if (!simulation) return undefined
  advance(simulation, request.elapsed)
  return frame(simulation)
}

page.onmessage = async ({ data }: MessageEvent<RopeRequest>) => {
  if (data.type === 'show') wanted = data.links
  try {
    const answer = await execute(data)
    if (answer) page.postMessage(answer)
  } catch (error) {
    const { message } = error as Error
    page.postMessage({ links: wanted, message } satisfies RopeFailure)
  }
}
