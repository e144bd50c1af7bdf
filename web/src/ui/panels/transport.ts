import type { Measurements } from '../../client/measurements.ts'
import { writeFactor, writeTime } from '../../model/numbers.ts'
import { type Settings, speeds } from '../../model/settings.ts'
import { fill, h, setAttribute, setText } from '../dom.ts'
import { type IconName, icon } from '../icons.ts'
import { ruler } from './ruler.ts'
import { speedControl } from './speed.ts'

export interface TransportActions {
  reset(): void
  togglePlay(): void
  /** Whole steps forwards or backwards; pauses. */
  steps(count: number): void
  /** Pauses and moves to a time of the history. */
  seek(time: number): void
}

export interface Transport {
  readonly element: HTMLElement
  /** Time, cursor; called at frame rate. */
  move(): void
  /** Measured speed; called five times a second. */
  write(): void
  repaint(): void
}

/** Slower parts of the set speed are shown as slow. */
const tolerated = 0.02

/** The transport bar at the bottom. */
export function transport(
  settings: Settings,
  measurements: Measurements,
  actions: TransportActions
): Transport {
  const time = h('span', { class: 'time-value' })
  const scale = ruler(measurements, actions.seek)
  const measured = h('span', { class: 'measured-value' })
  const caption = h('span', { class: 'measured-caption' })
  const element = h(
    'footer',
    { class: 'transport', id: 'transport', tabindex: -1, 'aria-label': 'Transport' },
    h(
      'div',
      { class: 'transport-buttons' },
      button('reset', 'Reset', 'reset-button', actions.reset),
      button('back', 'Step back', 'back-button', () => actions.steps(-1)),
      playButton(settings, actions),
      button('forward', 'Step forward', 'forward-button', () => actions.steps(1))
    ),
    h('div', { class: 'time' }, time, h('span', { class: 'unit' }, 's')),
    scale.element,
    speedControl(settings.speed, speeds),
    h('div', { class: 'measured' }, measured, caption)
  )
  return {
    element,
    move() {
      setText(time, writeTime(measurements.time))
      scale.draw()
    },
    write() {
      const { measuredSpeed } = measurements
      const slow = measuredSpeed < settings.speed.value * (1 - tolerated)
      setText(measured, Number.isFinite(measuredSpeed) ? writeFactor(measuredSpeed) : '–')
      setText(caption, slow ? 'slower than set' : 'measured speed')
      element.classList.toggle('slow', slow)
    },
    repaint: scale.repaint
  }
}

function button(name: IconName, label: string, className: string, click: () => void): HTMLElement {
  return h(
    'button',
    { type: 'button', class: `transport-button ${className}`, 'aria-label': label, on: { click } },
    icon(name)
  )
}

function playButton(settings: Settings, actions: TransportActions): HTMLElement {
  const play = h('button', {
    type: 'button',
    class: 'play-button',
    on: { click: actions.togglePlay }
  })
  settings.playing.subscribe((playing) => {
    fill(play, icon(playing ? 'pause' : 'play'))
    setAttribute(play, 'aria-label', playing ? 'Pause' : 'Play')
  })
  return play
}
