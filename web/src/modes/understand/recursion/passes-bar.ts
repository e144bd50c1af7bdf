import type { Signal } from '@preact/signals-core'
import { onChange } from '../../../model/signals.ts'
import { fill, h, setAttribute, setText } from '../../../ui/dom.ts'
import { type IconName, icon } from '../../../ui/icons.ts'
import { speedControl } from '../../../ui/panels/speed.ts'
import { passNames, type Step } from './walk.ts'

const passWords = {
  velocities: 'Forward pass: velocities',
  inertias: 'Backward pass: inertias, forces',
  accelerations: 'Forward pass: accelerations'
} as const

/** Speed of the animation. */
export const walkSpeeds = [0.25, 0.5, 1, 2, 4]

/** In place of the transport: the walk through the passes. */
export function passesBar(
  at: Signal<number>,
  playing: Signal<boolean>,
  speed: Signal<number>,
  walk: () => readonly Step[],
  nameOf: (body: number) => string
) {
  const move = (by: number) => {
    playing.value = false
    at.value = Math.max(0, Math.min(walk().length - 1, at.value + by))
  }
  const button = (name: IconName, label: string, click: () => void) =>
    h(
      'button',
      { type: 'button', class: 'transport-button', 'aria-label': label, on: { click } },
      icon(name)
    )
  const toggle = () => {
    if (!playing.value && at.value >= walk().length - 1) at.value = 0
    playing.value = !playing.value
  }
  const play = h('button', { type: 'button', class: 'play-button', on: { click: toggle } })
  playing.subscribe((on) => {
    fill(play, icon(on ? 'pause' : 'play'))
    setAttribute(play, 'aria-label', on ? 'Pause the passes' : 'Play the passes')
  })
  const heads = passNames.map((pass) => {
    const click = () => {
      playing.value = false
      at.value = Math.max(
        0,
        walk().findIndex((step) => step.pass === pass)
      )
    }
    return h('button', { type: 'button', class: 'pass-name', on: { click } }, passWords[pass])
  })
  const range = h('input', {
    type: 'range',
    min: 0,
    max: 0,
    step: 1,
    'aria-label': 'Place in the recursion',
    on: {
      input: () => {
        playing.value = false
        at.value = range.valueAsNumber
      }
    }
  })
  const place = h('span', { class: 'pass-place' })
  const show = () => {
    const steps = walk()
    const step = steps[at.value]
    const last = Math.max(0, steps.length - 1)
    range.max = String(last)
    range.value = String(at.value)
    range.style.setProperty('--passed', `${last > 0 ? (100 * at.value) / last : 0}%`)
    for (const [i, head] of heads.entries())
      setAttribute(head, 'aria-pressed', String(step?.pass === passNames[i]))
    if (!step) return
    const name = nameOf(step.bodies[0] ?? 0)
    range.setAttribute('aria-valuetext', `${passWords[step.pass]}, ${name}`)
    setText(place, `${at.value + 1} of ${steps.length}`)
  }
  onChange(at, show)
  return {
    element: h(
      'div',
      { class: 'passes-bar' },
      h(
        'div',
        { class: 'passes-buttons' },
        button('back', 'Previous body', () => move(-1)),
        play,
        button('forward', 'Next body', () => move(1))
      ),
      h('div', { class: 'pass-names', role: 'group', 'aria-label': 'Passes' }, ...heads),
      h('div', { class: 'slider passes-slider' }, range),
      place,
      speedControl(speed, walkSpeeds)
    ),
    show,
    move,
    toggle
  }
}
