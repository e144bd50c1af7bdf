import { writeFixed, writeTime } from '../../../model/numbers.ts'
import { spokenName } from '../../../model/parts.ts'
import { onChange } from '../../../model/signals.ts'
import type { Stage } from '../../../model/stage.ts'
import { fill, h, setText } from '../../../ui/dom.ts'
import { icon } from '../../../ui/icons.ts'
import type { ModeHost } from '../../mode.ts'
import { csvText } from '../csv.ts'
import { swatch } from '../marks.ts'
import { saveText } from '../save.ts'
import { TracePlot } from '../trace-plot.ts'
import type { ForceArrow } from './force-arrow.ts'
import { KeyMotion } from './key-motion.ts'
import { timeLine } from './time-line.ts'
import {
  forcesIn,
  heldBy,
  type Need,
  needsOf,
  outsideOf,
  pointOf,
  torqueColumns,
  torquePlot
} from './torque-table.ts'
import type { Moved } from './torques.ts'

/** Key poses, the motion through them on the stage, and the required torques. */
export function motionPanel({ run, settings }: ModeHost) {
  const motion = new KeyMotion(() => run.built.value?.mechanism)
  const clock = { time: 0, historyStart: 0, historyEnd: 0 }
  let plotted = torquePlot(undefined, [], undefined, 0)
  let needs: Need[] = []
  let isPlaying = false
  /** Simulated time that waits while the stage shows the motion [s]. */
  let waiting = 0
  let last = 0
  let arrow: ForceArrow | undefined

  const view = {
    get times() {
      return plotted.times
    },
    get columns() {
      return plotted.columns
    },
    get shown() {
      return plotted.shown
    },
    get version() {
      return plotted.version
    }
  }
  const plot = new TracePlot(view, clock, (time) => show(time))
  const line = timeLine(motion, (time) => show(time))
  const words = h('p', { class: 'motion-words', role: 'status' })
  const legend = h('ul', { class: 'legend', 'aria-label': 'Torques' })
  const button = (label: string, click: () => void) =>
    h('button', { type: 'button', class: 'bar-button', on: { click } }, label)
  const add = button('Add key pose (K)', () => motion.add([...run.latest.q]))
  add.setAttribute('aria-keyshortcuts', 'K')
  const play = button('Play motion', () => (isPlaying ? stop() : start()))
  const back = button('Back to the simulation', () => stop())
  const save = button('Torques, CSV', () => {
    const { value: moved } = motion.moved
    if (!moved) return
    const text = csvText(torqueColumns(moved, needs, plotted))
    saveText(`${settings.entry.value.id}-torques.csv`, text, 'text/csv')
  })
  const reaction = h('select', { 'aria-label': 'Reaction in' })
  reaction.addEventListener('change', () => compute())

  /** The place of the joint whose reaction is wanted; undefined: none. */
  const place = () => (reaction.value === '' ? undefined : Number(reaction.value))
  const compute = () => {
    const { value: moved } = motion.moved
    const { mechanism } = run.built.value ?? {}
    const at = place()
    needs = moved && mechanism ? needsOf(moved, mechanism, settings.entry.value) : []
    const held = at === undefined || !mechanism ? undefined : heldBy(mechanism)[at]
    const force = moved &&
      held &&
      at !== undefined && { name: spokenName(held.name), forces: forcesIn(moved, at) }
    plotted = torquePlot(moved, needs, force || undefined, plotted.version + 1)
    clock.historyEnd = motion.duration
    plot.section.value = moved ? { start: 0, end: motion.duration } : null
    plot.element.hidden = moved === undefined
    plot.rebuild()
    for (const each of [play, save]) each.setAttribute('aria-disabled', String(!moved))
    fill(
      legend,
      ...plotted.shown.map(({ name }, i) =>
        h('li', { class: 'legend-item' }, swatch(i), h('span', {}, name))
      )
    )
    say()
  }
  const say = () => {
    const { length } = motion.keys.value
    const [first] = needs
    const over = needs.filter(({ most, limit = Number.POSITIVE_INFINITY }) => most > limit)
    words.classList.toggle('breach', over.length > 0 || motion.trouble.value !== '')
    if (motion.trouble.value) setText(words, `This motion cannot be: ${motion.trouble.value}.`)
    else if (over.length > 0) setText(words, over.map(tooMuch).join(' '))
    else if (first)
      setText(words, `${first.name} needs most: ${amount(first)}.${heldWords(motion.moved.value)}`)
    else
      setText(
        words,
        length < 2
          ? 'Drag the mechanism where you want it and add a key pose; two make a motion.'
          : ''
      )
  }

  const show = (time: number) => {
    const { value: moved } = motion.moved
    if (!moved) return
    if (!run.latest.isLent) {
      settings.playing.value = false
      waiting = run.measurements.time
      run.latest.isLent = true
      back.hidden = false
    }
    if (time < clock.time) run.stage.value?.resetHistory()
    clock.time = Math.min(motion.duration, Math.max(0, time))
    const row = rowAt(moved.times, clock.time)
    const [poses, q] = [moved.poses[row], moved.q[row]]
    if (poses && q) run.stage.value?.setState(poses, q, clock.time)
    line.show(clock.time)
    if (poses) showForce(row, poses)
  }
  const showForce = async (row: number, poses: Float64Array) => {
    const { value: moved } = motion.moved
    const { mechanism } = run.built.value ?? {}
    const at = place()
    if (!moved || !mechanism || at === undefined) return dropArrow()
    arrow ??= await openArrow(run.stage.value)
    const forces = forcesIn(moved, at)
    const most = Math.max(...forces.map((force) => Math.hypot(...force)))
    arrow?.show(pointOf(mechanism, at, poses), forces[row] ?? [0, 0, 0], most)
  }
  const dropArrow = () => {
    arrow?.dispose()
    arrow = undefined
  }
  const start = () => {
    if (!motion.moved.value) return
    isPlaying = true
    last = performance.now()
    show(clock.time < motion.duration ? clock.time : 0)
    setText(play, 'Stop')
  }
  /** Gives the stage back to the simulation. */
  const stop = () => {
    isPlaying = false
    setText(play, 'Play motion')
    if (!run.latest.isLent) return
    run.latest.isLent = false
    back.hidden = true
    run.stage.value?.resetHistory()
    dropArrow()
    line.show(null)
  }
  onChange(motion.moved, compute)
  onChange(motion.trouble, say)
  onChange(motion.keys, () => {
    stop()
    clock.time = 0
    say()
  })
  onChange(settings.playing, (on) => on && stop())

  const open = () => {
    const { mechanism } = run.built.value ?? {}
    stop()
    motion.clear()
    fill(
      reaction,
      h('option', { value: '' }, 'No reaction'),
      ...(mechanism ? heldBy(mechanism) : []).map(({ name }, index) =>
        h('option', { value: index }, `Reaction in ${spokenName(name).toLowerCase()}`)
      )
    )
    compute()
  }
  const press = (event: KeyboardEvent) => {
    const { target, key } = event
    const isField = target instanceof HTMLElement && target.matches('input, select, textarea')
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return
    if (key.toLowerCase() !== 'k' || !settings.letterKeys.value) return
    event.preventDefault()
    motion.add([...run.latest.q])
  }
  back.hidden = true
  open()
  return {
    element: h(
      'div',
      { class: 'motion-panel' },
      h(
        'div',
        { class: 'motion-bar' },
        add,
        play,
        back,
        h('div', { class: 'select' }, reaction, icon('down')),
        save
      ),
      words,
      legend,
      plot.element,
      line.element
    ),
    open,
    press,
    stop,
    repaint: () => plot.rebuild(),
    draw(now: number) {
      if (run.latest.isLent && run.measurements.time !== waiting) stop()
      if (isPlaying) {
        const time = clock.time + ((now - last) / 1000) * settings.speed.value
        show(time)
        if (time >= motion.duration) {
          isPlaying = false
          setText(play, 'Play motion')
        }
      }
      last = now
      plot.draw(now)
    }
  }
}

async function openArrow(stage: Stage | undefined): Promise<ForceArrow | undefined> {
  if (!stage?.layer) return undefined
  const { ForceArrow } = await import('./force-arrow.ts')
  return new ForceArrow(stage)
}

function rowAt(times: readonly number[], time: number): number {
  const next = times.findIndex((each) => each > time + 1e-9)
  return next < 0 ? times.length - 1 : Math.max(0, next - 1)
}

const amount = ({ most, unit, time }: Need): string =>
  `${writeFixed(most, most < 10 ? 2 : 1)} ${unit} at ${writeTime(time)} s`

/** Describes the force and moment on a base without a motor. */
function heldWords(moved: Moved | undefined): string {
  const [force, moment] = moved ? outsideOf(moved) : []
  if (!force || !moment) return ''
  return ` ${force.name}, as a floor or a hand gives it: ${amount(force)}, ${amount(moment)}.`
}

const tooMuch = (need: Need): string =>
  `${need.name} needs ${amount(need)}: its motor has ${need.limit} ${need.unit}.`
