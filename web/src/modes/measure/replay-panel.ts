import { writeAddress } from '../../model/address.ts'
import { ownHeld } from '../../model/files/own-entry.ts'
import type { Outcome, Script } from '../../model/messages.ts'
import { writeTime } from '../../model/numbers.ts'
import { longestAddress, pack } from '../../model/packed.ts'
import { onChange } from '../../model/signals.ts'
import { h, setText } from '../../ui/dom.ts'
import { scriptUpTo } from '../../worker/input-log.ts'
import type { ModeHost } from '../mode.ts'
import { scriptHeld } from './script-held.ts'

/** Copies a link that replays the user's inputs, and reports the outcome of a replay. */
export function replayPanel(host: ModeHost): HTMLElement {
  const { run, settings } = host
  const words = h('p', { class: 'section-note', role: 'status' })
  const begin = h(
    'button',
    { type: 'button', class: 'wide-button', hidden: true },
    'Restart to replay'
  )
  const copy = h('button', { type: 'button', class: 'wide-button' }, 'Copy replay link')
  const say = (text: string, isStale = false) => {
    setText(words, text)
    begin.hidden = !isStale
  }
  copy.addEventListener('click', () => run.send({ type: 'account' }))
  begin.addEventListener('click', () => {
    run.begin()
    say('Recording from the start.')
  })

  const give = async (script: Script | null) => {
    if (!script) return say('The solver or a slider was changed. Restart to replay.', true)
    const own = await ownHeld(settings)
    if (own === undefined)
      return say('Your file is too large for a link. Send the file with the link.')
    const held = longestThatFits(script, (each) => addressOf(host, own, each))
    if (!held) return say('The motion is too long for a link. Restart to replay.', true)
    await navigator.clipboard?.writeText(held.address).catch(() => undefined)
    words.dataset.link = held.address
    const seconds = (steps: number) => `${writeTime(steps * settings.step.value)} s`
    const { steps } = held.script
    if (steps === script.steps) return say(`Copied: ${seconds(steps)}, ${stepsOf(steps)}.`)
    say(
      `Copied: the first ${seconds(steps)} of ${seconds(script.steps)}. The later inputs are too long for a link.`
    )
  }
  const report = (outcome: Outcome) => {
    settings.playing.value = false
    settings.replay.value = ''
    const text = outcomeWords(outcome, settings.step.value)
    say(text)
    run.say(text)
  }
  onChange(run.answer, (answer) => {
    if (answer?.type === 'account') give(answer.script)
    if (answer?.type === 'replayed') report(answer)
  })

  const replay = () => {
    const { value: text } = settings.replay
    if (text === '') return
    try {
      const script = scriptHeld(text)
      run.reset()
      run.send({ type: 'replay', script })
      say(`Replays your ${stepsOf(script.steps)} exactly.`)
    } catch (error) {
      settings.replay.value = ''
      run.say(`The link contains no motion to replay: ${(error as Error).message}`)
    }
  }
  // An address that is opened later starts a build.
  onChange(run.built, replay)
  if (run.built.value) replay()
  return h(
    'section',
    { class: 'setup-section', 'aria-label': 'Replay' },
    h('h2', {}, 'Replay'),
    h('div', { class: 'wide-buttons' }, copy, begin),
    words
  )
}

/** Returns the address of the page with the recorded inputs. */
function addressOf({ run, settings }: ModeHost, own: string, script: Script): string {
  const look = { theme: settings.theme.value, camera: run.camera, own, replay: pack(script) }
  const parameters = new URLSearchParams(writeAddress(settings, 0, look).slice(1))
  parameters.delete('playing')
  const { origin, pathname } = location
  return `${origin}${pathname}#${parameters}`
}

/** Returns the script and its address, or the longest part that fits; undefined if nothing fits. */
export function longestThatFits(script: Script, addressOf: (script: Script) => string) {
  const held = (each: Script) => ({ script: each, address: addressOf(each) })
  const fits = ({ address }: { address: string }) => address.length <= longestAddress
  const whole = held(script)
  if (fits(whole)) return whole
  let [low, high] = [0, script.marks.length]
  let best: typeof whole | undefined
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const tried = held(scriptUpTo(script, script.marks[middle] as Script['marks'][number]))
    if (fits(tried)) {
      best = tried
      low = middle + 1
    } else high = middle
  }
  return best
}

const stepsOf = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'step' : 'steps'}`

function outcomeWords({ steps, state, difference }: Outcome, step: number): string {
  if (!difference) return `Same result, to the bit: ${stepsOf(steps)}, state ${state}.`
  const [same, other] = difference.map((count) => writeTime(count * step))
  return `First difference between ${same} s and ${other} s: the state is ${state} there.`
}
