import { onChange } from '../../../model/signals.ts'
import './tours.css'
import { firstLesson, type TopicName, type TourName } from '../../../model/lesson.ts'
import { initialOptions } from '../../../model/mechanisms/entry.ts'
import { findMechanism } from '../../../model/mechanisms/index.ts'
import { firstSolverOf, integratorsFor, openEntry, type Settings } from '../../../model/settings.ts'
import { fill, h, setAttribute, setText } from '../../../ui/dom.ts'
import { icon } from '../../../ui/icons.ts'
import { leftPanel, type Mode, type ModeHost, rightPanel, underPanel } from '../../mode.ts'
import { takeKeys } from '../keys.ts'
import { Figures } from './figures.ts'
import { type StageSetting, type Stop, stageAt, type Tour } from './tour.ts'

/** Shows the mechanism of a stop from its start. */
export function setStage(settings: Settings, setting: StageSetting): void {
  const { mechanism, options, step, speed = 1, accuracy = false } = setting
  const entry = findMechanism(mechanism)
  if (!entry) throw new Error(`There is no mechanism ${mechanism}.`)
  const first = firstSolverOf(entry)
  const method = setting.method ?? first.method
  const integrator = setting.integrator ?? integratorsFor(entry, method)[0] ?? first.integrator
  settings.motors.value = 'on'
  settings.speed.value = speed
  settings.accuracy.value = accuracy
  openEntry(
    settings,
    entry,
    { ...initialOptions(entry), ...options },
    { method, integrator, step: step ?? first.step }
  )
}

/** Text under the stage on a phone; in place of the rail on other screens. */
const isPhone = () => ['phone', 'landscape'].includes(document.documentElement.dataset.layout ?? '')

/** A tour: text at the left, the stage with the settings of the stop, and its topic. */
export function openTour(
  host: ModeHost,
  name: TourName,
  tour: Tour,
  openTopic: (topic: TopicName) => Mode
): Mode {
  const { settings, run } = host
  const { lesson } = settings
  const figures = new Figures(run, settings)
  const words = h('div', { class: 'tour' })
  const left = leftPanel(tour.title)
  const under = underPanel(tour.title)
  const right = rightPanel(
    'Measured now',
    h('section', { class: 'setup-section' }, h('h2', {}, 'Measured now'), figures.element)
  )
  let shown: { readonly stop: Stop; readonly part: Mode | undefined } | undefined
  let onStage: StageSetting | undefined
  let isTrying = false
  let layout = ''

  const go = (by: number) => {
    const stop = Math.max(1, Math.min(tour.stops.length, lesson.value.stop + by))
    lesson.value = { name, stop }
  }
  const leave = () => (lesson.value = firstLesson)
  const page = tourPage(tour, go, leave, () => {
    isTrying = true
    place()
    words.querySelector<HTMLElement>('.tour-next')?.focus()
  })
  words.append(page.element)

  /** Gives the text to its panel, and the panels to the page. */
  const place = () => {
    layout = document.documentElement.dataset.layout ?? ''
    const part = shown?.part
    if (isPhone()) fill(under, words, part?.under)
    else left.append(words)
    page.setTrying(isTrying)
    host.arrange()
  }
  const show = () => {
    const number = Math.min(lesson.value.stop, tour.stops.length)
    const stop = tour.stops[number - 1]
    if (!stop || stop === shown?.stop) return
    shown?.part?.leave()
    isTrying = false
    const setting = stageAt(tour, number)
    if (setting && setting !== onStage) {
      setStage(settings, setting)
      settings.playing.value = !matchMedia('(prefers-reduced-motion: reduce)').matches
    }
    onStage = setting
    shown = { stop, part: stop.part && openTopic(stop.part) }
    page.show(stop, number)
    figures.show(stop.figures ?? [])
    place()
    shown.part?.enter()
  }
  let ends: (() => void)[] = []

  return {
    get left() {
      return isPhone() ? undefined : left
    },
    get right() {
      return isTrying ? undefined : (shown?.part?.right ?? (shown?.part ? undefined : right))
    },
    get under() {
      return isPhone() ? under : shown?.part?.under
    },
    get over() {
      return shown?.part?.over
    },
    get transport() {
      return shown?.part?.transport
    },
    enter() {
      onStage = undefined
      const follow = () => {
        // The other settings of an address come first.
        queueMicrotask(() => lesson.value.name === name && show())
      }
      const arrows = (by: number) => () => {
        if (shown?.part?.transport) return false
        if (isTrying) return false
        go(by)
        return true
      }
      ends = [
        takeKeys({
          PageDown: () => go(1),
          PageUp: () => go(-1),
          ArrowRight: arrows(1),
          ArrowLeft: arrows(-1)
        }),
        onChange(lesson, follow),
        run.latest.onFrame(() => figures.look())
      ]
      show()
    },
    leave() {
      for (const end of ends) end()
      shown?.part?.leave()
      shown = undefined
      settings.accuracy.value = false
    },
    draw: (now) => shown?.part?.draw?.(now),
    write() {
      if (layout !== document.documentElement.dataset.layout) place()
      figures.write()
      shown?.part?.write?.()
    }
  }
}

/** The text of a stop, with the buttons to other stops. */
function tourPage(tour: Tour, go: (by: number) => void, leave: () => void, tryIt: () => void) {
  const place = h('span', { class: 'tour-place' })
  const title = h('h3', {})
  const text = h('p', { class: 'tour-text' })
  const challenge = h('p', { class: 'tour-try' })
  const button = (words: string, className: string, click: () => void) =>
    h('button', { type: 'button', class: `plain-button ${className}`, on: { click } }, words)
  const hand = button('Try it', 'tour-hand', tryIt)
  const back = button('Back', 'tour-back', () => go(-1))
  const next = button('Next', 'tour-next', () => go(1))
  const all = h(
    'button',
    { type: 'button', class: 'tour-leave', on: { click: leave } },
    icon('close'),
    h('span', {}, 'End the tour')
  )
  return {
    element: h(
      'div',
      {},
      ...[all, h('h2', {}, tour.title), h('p', { class: 'lesson-words' }, tour.paper)],
      h('div', { class: 'tour-stop', 'aria-live': 'polite' }, title, text, challenge),
      hand,
      h('div', { class: 'tour-buttons' }, back, place, next)
    ),
    show(stop: Stop, number: number) {
      setText(title, stop.title)
      setText(text, stop.text)
      setText(challenge, stop.tryIt ?? '')
      challenge.hidden = stop.tryIt === undefined
      setText(place, `${number} of ${tour.stops.length}`)
      setAttribute(back, 'aria-disabled', String(number === 1))
      setAttribute(next, 'aria-disabled', String(number === tour.stops.length))
    },
    /** Whether the controls are in the user's hands. */
    setTrying(isTrying: boolean) {
      hand.hidden = challenge.hidden || isTrying
    }
  }
}
