/// <reference lib="webworker" />
import { type Linkwork, load } from 'linkwork'
import type { Command, Report } from '../model/messages.ts'
import { Session } from './session.ts'

/** The worker of the simulation: loads the library, then executes commands of the page. */

const page = self as unknown as DedicatedWorkerGlobalScope
let session: Session | undefined

function report(message: Report, transfer: Transferable[] = []): void {
  page.postMessage(message, transfer)
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function stopWith(time: number, error: unknown): void {
  report({ type: 'stopped', time, message: words(error) })
}

/**
 * A new motion is compiled before its first step, so it is bitwise identical every time. A motion that
 * continues is compiled when no build has followed for a while; until then the general code runs.
 */
async function build(linkwork: Linkwork, command: Extract<Command, { type: 'build' }>) {
  try {
    const next = new Session(linkwork, command, session, stopWith)
    session?.dispose()
    session = next
    report({ type: 'built', ...next.built })
  } catch (error) {
    report({ type: 'refused', epoch: command.epoch, message: words(error) })
    return
  }
  if (command.keepState) compileSoon(session)
  else if (!commands.some(({ type }) => type === 'build')) await compile(session)
}

async function compile(built: Session): Promise<void> {
  clearTimeout(waiting)
  await built.compile().catch((error) => stopWith(built.time, error))
}

/** Builds of a moving slider follow each other faster than this [ms]. */
const settled = 400
let waiting: ReturnType<typeof setTimeout> | undefined

function compileSoon(built: Session): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => built === session && compile(built), settled)
}

/** Fills a lent buffer, and drops buffers of earlier builds, which have another size. */
function fillFrame(buffer: ArrayBuffer): void {
  if (!session) return
  session.advance(performance.now())
  try {
    const frame = session.frame(buffer)
    session.fill(frame)
    const { ensemble, second } = session
    const paths = session.takePaths()
    const replayed = session.takeReplayed()
    if (replayed) report({ type: 'replayed', ...replayed })
    const probed = session.takeProbed()
    if (probed) report({ type: 'probed', ...probed })
    if (paths) report({ type: 'paths', ...paths }, [paths.poses.buffer])
    if (ensemble) report({ type: 'ensemble', ...ensemble }, [ensemble.poses.buffer])
    if (second) report({ type: 'second', ...second }, [second.poses.buffer])
    report({ type: 'frame', buffer: frame.buffer }, [frame.buffer])
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

async function execute(linkwork: Linkwork, command: Command): Promise<void> {
  switch (command.type) {
    case 'build':
      await build(linkwork, command)
      break
    case 'lend':
      fillFrame(command.buffer)
      break
    case 'play':
      session?.play(command.playing)
      break
    case 'steps':
      session?.steps(command.count)
      break
    case 'seek':
      session?.seek(command.time)
      break
    case 'reset':
      session?.reset()
      break
    case 'choose':
      session?.choose(command)
      if (session && command.speed === undefined) compileSoon(session)
      break
    case 'pull':
    case 'release':
    case 'push':
    case 'motors':
    case 'turn':
      session?.act(command)
      break
    case 'replay':
      session?.replay(command.script)
      break
    case 'account':
      if (session) report({ type: 'account', ...session.account })
      break
    case 'ensemble':
      session?.setEnsemble(command.on)
      break
    case 'listen':
      session?.listen(command.on)
      break
    case 'probe':
      session?.probe(command.quantities, command.serial)
      break
    case 'recall':
      if (session) report({ type: 'recalled', ...session.recall(command.seconds) })
      break
    case 'forces':
      if (session) report({ type: 'forces', ...session.forces })
      break
    case 'second':
      await session?.setSecond(command.choice)
      break
    case 'sleep':
      session?.rest()
      break
  }
}

const commands: Command[] = []

/** Executes the commands in their order. */
async function follow(linkwork: Linkwork): Promise<void> {
  for (let command = commands.shift(); command; command = commands.shift()) {
    try {
      await execute(linkwork, command)
    } catch (error) {
      stopWith(session?.time ?? 0, error)
    }
  }
}

async function start(): Promise<void> {
  let following: Promise<void> | undefined
  let linkwork: Linkwork | undefined
  const go = () => {
    if (linkwork) following ??= follow(linkwork).finally(() => (following = undefined))
  }
  page.onmessage = ({ data }: MessageEvent<Command>) => {
    commands.push(data)
    go()
  }
  try {
    if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly.')
    linkwork = await load({
      onProgress: (loaded, total) => report({ type: 'progress', loaded, total })
    })
    report({ type: 'loaded' })
    go()
  } catch (error) {
    report({ type: 'unavailable', message: words(error) })
  }
}

start()
