import { ownHeld } from '../../files/own-entry.ts'
import { pack } from '../../state/packed.ts'
import { writeAddress } from '../../state/share.ts'
import { h, setText } from '../../ui/dom.ts'
import { writeTime } from '../../ui/numbers.ts'
import type { Outcome } from '../../worker/course.ts'
import type { Script } from '../../worker/log.ts'
import type { ModeHost } from '../mode.ts'
import { scriptHeld } from './script-held.ts'

/** Longer addresses are cut off by some of those that carry them [letters]. */
const longest = 60_000

/** The link that does again what was done here, and what comes of one that was opened. */
export function replayPanel(host: ModeHost): HTMLElement {
  const { run, settings } = host
  const words = h('p', { class: 'section-note', role: 'status' })
  const begin = h('button', { type: 'button', class: 'wide-button', hidden: true }, 'Begin anew')
  const copy = h('button', { type: 'button', class: 'wide-button' }, 'Copy the link that replays')
  const say = (text: string, isStale = false) => {
    setText(words, text)
    begin.hidden = !isStale
  }
  copy.addEventListener('click', () => run.send({ type: 'account' }))
  begin.addEventListener('click', () => {
    run.begin()
    say('From here on all that is done is remembered.')
  })

  const give = async (script: Script | null) => {
    if (!script)
      return say(
        'The solver or a slider was changed on the way. Begin anew, then it replays.',
        true
      )
    const address = await addressOf(host, script)
    if (address === undefined) return say('It was too much for an address: begin anew.', true)
    await navigator.clipboard?.writeText(address).catch(() => undefined)
    words.dataset.link = address
    say(`Copied: ${writeTime(script.steps * settings.step.value)} s, ${stepsOf(script.steps)}.`)
  }
  const tell = (outcome: Outcome) => {
    settings.playing.value = false
    settings.replay.value = ''
    const text = verdict(outcome, settings.step.value)
    say(text)
    run.say(text)
  }
  run.answer.onChange((answer) => {
    if (answer?.type === 'account') give(answer.script)
    if (answer?.type === 'replayed') tell(answer)
  })

  const replay = () => {
    const { value: text } = settings.replay
    if (text === '') return
    try {
      const script = scriptHeld(text)
      run.reset()
      run.send({ type: 'replay', script })
      say(`Does again what was done in ${stepsOf(script.steps)}.`)
    } catch (error) {
      settings.replay.value = ''
      run.say(`The address holds no motion that can be done again: ${(error as Error).message}`)
    }
  }
  // An address that is opened later brings a build along.
  run.built.onChange(replay)
  if (run.built.value) replay()
  return h(
    'section',
    { class: 'setup-section', 'aria-label': 'Replay' },
    h('h2', {}, 'Replay'),
    h('div', { class: 'wide-buttons' }, copy, begin),
    words
  )
}

/** The page's address with all that was done; undefined if that is too long. */
async function addressOf({ run, settings }: ModeHost, script: Script): Promise<string | undefined> {
  const own = await ownHeld(settings)
  if (own === undefined) return undefined
  const look = { theme: settings.theme.value, camera: run.camera, own, replay: pack(script) }
  const parameters = new URLSearchParams(writeAddress(settings, 0, look).slice(1))
  parameters.delete('playing')
  const { origin, pathname } = location
  const address = `${origin}${pathname}#${parameters}`
  return address.length > longest ? undefined : address
}

const stepsOf = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'step' : 'steps'}`

function verdict({ steps, state, difference }: Outcome, step: number): string {
  if (!difference) return `Same result, to the bit: ${stepsOf(steps)}, state ${state}.`
  const [same, other] = difference.map((count) => writeTime(count * step))
  return `First difference between ${same} s and ${other} s: the state is ${state} there.`
}
