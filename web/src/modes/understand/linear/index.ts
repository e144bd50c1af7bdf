import { onChange } from '../../../model/signals.ts'
import './linear.css'
import { Signal } from '@preact/signals-core'
import { initialOptions, type SliderSpec } from '../../../model/mechanisms/entry.ts'
import { findMechanism, firstMechanism } from '../../../model/mechanisms/index.ts'
import {
  type Written,
  writeError,
  writeFactor,
  writeFixed,
  writeMicroseconds,
  writeTime,
  writtenNode
} from '../../../model/numbers.ts'
import { fill, h, setAttribute, setText } from '../../../ui/dom.ts'
import { icon } from '../../../ui/icons.ts'
import { slider } from '../../../ui/slider.ts'
import { type Mode, type ModeHost, rightPanel, underPanel } from '../../mode.ts'
import { takeKeys } from '../keys.ts'
import { logPlot } from './log-plot.ts'
import { Measuring } from './measuring.ts'
import { Rope } from './rope.ts'
import { mostDense, solves } from './timings.ts'

const chain = findMechanism('chain') ?? firstMechanism
/** Of a link, up to the longest chain of the page's own simulation; longer chains are as long [m]. */
const linkLength = 0.1
const mostSimulated = chain.sliders.find(({ option }) => option === 'links')?.max ?? 1000

const linksSlider: SliderSpec = {
  option: 'links',
  label: 'Links',
  min: 2,
  max: 100_000,
  initial: 30,
  step: 1,
  scale: 'log'
}

/** A step of chains from 2 to 100 000 links, by the recursion and by a dense solve. */
export function openLinear({ settings, run, arrange }: ModeHost): Mode {
  const links = new Signal(linksSlider.initial)
  const ropePlaying = new Signal(false)
  const rope = new Rope(
    () => run.stage.value,
    (message) => run.say(message)
  )
  /** More was measured than is shown: the worker looks at its clock more often than a screen shows. */
  let isStale = true
  const measuring = new Measuring(() => {
    isStale = true
  })
  const plot = logPlot(measuring.timings)
  /** Whether the chain is too long for the simulation of the page. */
  let isRope = false

  const hang = () => {
    if (settings.mode.value !== 'understand') return
    const wasRope = isRope
    isRope = links.value > mostSimulated
    const simulated = Math.min(links.value, mostSimulated)
    run.choose(chain)
    settings.options.value = { ...initialOptions(chain), links: simulated, length: linkLength }
    run.stage.value?.setVisible(!isRope)
    document.documentElement.toggleAttribute('data-rope', isRope)
    if (isRope) {
      settings.playing.value = false
      rope.show(links.value, (mostSimulated * linkLength) / links.value)
    } else rope.drop()
    if (isRope !== wasRope) arrange()
  }
  const control = slider(
    linksSlider,
    links.value,
    (value) => {
      links.value = value
      isStale = true
    },
    () => {
      hang()
      measuring.measure(links.value)
    }
  )
  const recursion = h('dd', {})
  const dense = h('dd', {})
  const times = h('dd', {})
  const difference = h('dd', {})
  const state = h('p', { class: 'section-note', 'aria-live': 'polite' })
  const write = () => {
    const { timings, differences } = measuring
    const [fast, slow] = [timings.get('recursion', links.value), timings.get('dense', links.value)]
    fill(recursion, timeNode(fast))
    fill(dense, links.value > mostDense ? '–' : timeNode(slow))
    fill(times, fast && slow ? `${Number((slow / fast).toPrecision(2))}×` : '–')
    const apart = differences.get(links.value)
    fill(difference, apart === undefined ? '–' : writtenNode(writeError(apart) as Written))
    for (const solve of solves) {
      const exponent = timings.power(solve)?.exponent
      setAttribute(plot.element, `data-${solve}`, exponent?.toFixed(2) ?? '')
      setAttribute(plot.element, `data-${solve}-points`, String(timings.points(solve).length))
    }
  }
  const all = h('button', {
    type: 'button',
    class: 'plain-button',
    on: {
      click: () =>
        measuring.present.value === null ? measuring.measureAll(links.value) : measuring.stop()
    }
  })
  const clear = h(
    'button',
    { type: 'button', class: 'plain-button', on: { click: () => measuring.clear() } },
    'Clear'
  )
  measuring.present.subscribe((present) => {
    setText(all, present === null ? 'Measure all' : 'Stop')
    setText(state, present === null ? '' : `Measuring ${grouped(present)} links`)
  })
  onChange(measuring.failure, (message) => setText(state, message))
  onChange(settings.theme, () => plot.repaint())

  const right = rightPanel(
    'Linear time',
    h(
      'section',
      { class: 'setup-section' },
      h('h2', {}, 'One step, measured here'),
      control.element,
      h(
        'dl',
        { class: 'section-numbers' },
        ...[h('dt', {}, 'O(n) recursion'), recursion],
        ...[h('dt', {}, 'Dense solve'), dense],
        ...[h('dt', {}, 'Dense takes longer'), times],
        ...[h('dt', {}, 'They differ by'), difference]
      ),
      h('div', { class: 'button-row' }, all, clear),
      state
    ),
    h(
      'section',
      { class: 'setup-section' },
      h('h2', {}, 'What is measured'),
      h(
        'p',
        { class: 'section-words' },
        'A step of semi-implicit Euler of the chain on the stage, in a worker of this page; the ' +
          'least of many. The recursion visits every link three times. The dense solve ' +
          `builds the mass matrix and factors it by Cholesky, up to ${mostDense} links: its work grows ` +
          'with the third power once that outweighs the matrix itself.'
      )
    )
  )
  const under = underPanel('Time of a step', plot.element)
  const words = ropeWords(rope)
  const over = h('div', { class: 'rope-place' }, rope.element, words.element)
  const transport = ropeTransport(ropePlaying, rope)
  let stopKeys: (() => void) | undefined

  return {
    right,
    under,
    get over() {
      return isRope ? over : undefined
    },
    get transport() {
      return isRope ? transport.element : undefined
    },
    enter() {
      ropePlaying.value = settings.playing.value
      const { links: shown = links.value } = settings.options.value
      const isOwn = settings.entry.value === chain && !isRope
      links.value = isOwn ? Math.max(linksSlider.min, shown) : links.value
      control.set(links.value)
      hang()
      const { timings } = measuring
      if (timings.get('recursion', links.value) === undefined) measuring.measure(links.value)
      stopKeys = takeKeys({ ' ': () => (isRope ? flip(ropePlaying) : run.togglePlay()) })
      isStale = true
    },
    leave() {
      stopKeys?.()
      measuring.stop()
      rope.drop()
      run.stage.value?.setVisible(true)
      document.documentElement.removeAttribute('data-rope')
    },
    draw(now) {
      if (isRope) rope.move(now, ropePlaying.value)
      if (!isStale) return
      isStale = false
      plot.draw(links.value)
      write()
    },
    write() {
      transport.write()
      words.write()
    }
  }
}

const flip = (signal: Signal<boolean>) => (signal.value = !signal.value)

/** 100 000 */
const grouped = (count: number) => count.toLocaleString('en').replaceAll(',', '\u202f')

function timeNode(time: number | undefined): Node {
  const { text, unit } = writeMicroseconds(time ?? Number.NaN)
  return h('span', {}, text, time !== undefined && h('span', { class: 'unit' }, unit))
}

/** The text over the stage for a chain that the solver of the page does not simulate. */
function ropeWords(rope: Rope) {
  const facts = h('p', { class: 'stage-facts' })
  return {
    element: h('div', { class: 'rope-words' }, h('h2', { class: 'stage-title' }, 'Chain'), facts),
    write() {
      const count = `${grouped(rope.links)} links, each in motion`
      setText(facts, rope.frame ? count : `Building ${grouped(rope.links)} links`)
    }
  }
}

/** Plays and pauses a chain that the page's own clock does not move. */
function ropeTransport(playing: Signal<boolean>, rope: Rope) {
  const play = h('button', {
    type: 'button',
    class: 'play-button',
    on: { click: () => flip(playing) }
  })
  playing.subscribe((on) => {
    fill(play, icon(on ? 'pause' : 'play'))
    setAttribute(play, 'aria-label', on ? 'Pause' : 'Play')
  })
  const time = h('span', { class: 'rope-time' })
  const speed = h('span', { class: 'rope-speed' })
  return {
    element: h('div', { class: 'rope-transport' }, play, time, speed),
    write() {
      const { frame } = rope
      setText(time, timeOf(frame?.time ?? 0))
      const known = frame && playing.value && Number.isFinite(frame.speed)
      setText(speed, known ? `${speedOf(frame.speed)} of real time, as fast as it goes` : '')
    }
  }
}

/** In milliseconds where a second is long. */
const timeOf = (time: number) =>
  time < 1 ? `${writeFixed(1000 * time, 2)} ms` : `${writeTime(time)} s`

/** Two digits where three decimals would show none. */
const speedOf = (speed: number) =>
  speed >= 0.01 ? writeFactor(speed) : `${Number(speed.toPrecision(2))}×`
