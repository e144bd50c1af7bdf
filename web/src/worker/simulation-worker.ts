/// <reference lib="webworker" />
import { type Linkwork, load } from 'linkwork'
import type { Command, Report } from './protocol.ts'
import { Session } from './session.ts'

/** The simulation's own thread: loads the library, then obeys the page. */

const page = self as unknown as DedicatedWorkerGlobalScope
let session: Session | undefined

function report(message: Report, transfer: Transferable[] = []): void {
  page.postMessage(message, transfer)
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function build(linkwork: Linkwork, command: Extract<Command, { type: 'build' }>): void {
  try {
    const next = new Session(linkwork, command, session, (time, error) =>
      report({ type: 'stopped', time, message: words(error) })
    )
    session?.dispose()
    session = next
    report({ type: 'built', ...next.built })
    compileSoon(next)
  } catch (error) {
    report({ type: 'refused', epoch: command.epoch, message: words(error) })
  }
}

/** What a hand on a slider builds lives shorter than this [ms]. */
const settled = 400
let waiting: ReturnType<typeof setTimeout> | undefined

/** Compiles for a mechanism that stays as it is; the general code moves it as well. */
function compileSoon(built: Session): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    if (built === session) built.compile().catch((error) => stopWith(built, error))
  }, settled)
}

function stopWith({ time }: Session, error: unknown): void {
  report({ type: 'stopped', time, message: words(error) })
}

/** Fills a lent buffer; one of an earlier build has the wrong size and is let go. */
function fillFrame(buffer: ArrayBuffer): void {
  if (!session) return
  session.advance(performance.now())
  try {
    const frame = session.frame(buffer)
    session.fill(frame)
    const { fan } = session
    const paths = session.takePaths()
    if (paths) report({ type: 'paths', ...paths }, [paths.poses.buffer])
    if (fan) report({ type: 'fan', ...fan }, [fan.poses.buffer])
    report({ type: 'frame', buffer: frame.buffer }, [frame.buffer])
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

function obey(linkwork: Linkwork, command: Command): void {
  switch (command.type) {
    case 'build':
      build(linkwork, command)
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
      session?.pull(command.body, command.localPoint, command.target)
      break
    case 'release':
      session?.release()
      break
    case 'push':
      session?.push(command.push)
      break
    case 'motors':
      session?.setMotors(command.motors)
      break
    case 'fan':
      session?.setFan(command.on)
      break
    case 'sleep':
      session?.rest()
      break
  }
}

async function start(): Promise<void> {
  const early: Command[] = []
  page.onmessage = ({ data }: MessageEvent<Command>) => early.push(data)
  try {
    if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly.')
    const linkwork = await load({
      onProgress: (loaded, total) => report({ type: 'progress', loaded, total })
    })
    report({ type: 'loaded' })
    const follow = (command: Command) => {
      try {
        obey(linkwork, command)
      } catch (error) {
        report({ type: 'stopped', time: session?.time ?? 0, message: words(error) })
      }
    }
    page.onmessage = ({ data }: MessageEvent<Command>) => follow(data)
    for (const command of early) follow(command)
  } catch (error) {
    report({ type: 'unavailable', message: words(error) })
  }
}

start()
