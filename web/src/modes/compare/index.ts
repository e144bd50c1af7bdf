import { onAnyChange, onChange } from '../../model/signals.ts'
import './compare.css'
import './layouts.css'
import './panel.css'
import type { SecondState } from '../../model/messages.ts'
import { writeError } from '../../model/numbers.ts'
import { segmented } from '../../ui/choices.ts'
import { h, setAttribute, setText } from '../../ui/dom.ts'
import { type Mode, type OpenMode, rightPanel, underPanel } from '../mode.ts'
import { checkSection } from './check.ts'
import { firstChip, secondChip } from './chips.ts'
import { type HalfNumbers, halfGauges } from './gauges.ts'
import { longRunSection } from './long-run.ts'
import { comparePlot } from './plot.ts'
import { presetList } from './preset-list.ts'
import { SecondStage } from './second-stage.ts'
import { split } from './split.ts'
import { TimeSeries } from './time-series.ts'
import { torqueSection } from './torque-section.ts'
import { Assistant } from './worker-client.ts'

/** Between two drawings of the plots [ms]. */
const plotPause = 1000 / 30
const loopTolerance = 1e-10

const views = [
  { value: 'split' as const, label: 'Side by side' },
  { value: 'over' as const, label: 'Overlaid' }
]

/** Two simulations that start from one state and have the same times. */
export const openMode: OpenMode = (host): Mode => {
  const { settings, run } = host
  const { compared, entry, theme } = settings
  const { measurements } = run
  const assistant = new Assistant()
  const energies = new TimeSeries()
  const distances = new TimeSeries()
  const container = h('div', { class: 'compare-second' })
  const second = new SecondStage(host, container)
  const halves = split()
  const chips = [firstChip(host), secondChip(host)]
  const stopped = h('p', { class: 'compare-stopped', role: 'status' })
  const over = h(
    'div',
    { class: 'compare-over' },
    container,
    halves.handle,
    ...chips.map(({ element }) => element),
    stopped
  )

  const gauges = { first: halfGauges('A'), second: halfGauges('B') }
  const seek = (time: number) => run.seek(Math.max(measurements.historyStart, time))
  const energyPlot = comparePlot(
    {
      label: 'Energy error, relative',
      ...{ low: -16, high: 0, hue: 'energy' },
      lines: [
        { letter: 'A', between: energiesOfFirst },
        { letter: 'B', between: (start, end) => energies.between(start, end) }
      ]
    },
    seek
  )
  const distancePlot = comparePlot(
    {
      label: 'Largest distance of a body of B from A’s, m',
      ...{ low: -14, high: 2, hue: 'text2' },
      lines: [{ letter: '', between: (start, end) => distances.between(start, end) }]
    },
    seek
  )
  const under = underPanel(
    'Comparison',
    h('div', { class: 'compare-halves' }, gauges.first.element, gauges.second.element),
    h('div', { class: 'compare-plots' }, energyPlot.element, distancePlot.element)
  )

  under.tabIndex = 0 // on a phone it scrolls
  const check = checkSection(host, assistant)
  const torques = torqueSection(host, assistant)
  const longRun = longRunSection(host, assistant)
  const right = rightPanel(
    'Compare',
    presetList(host),
    h(
      'section',
      { class: 'setup-section', 'data-part': 'view' },
      h('h2', {}, 'View'),
      segmented('Two pictures', views, compared.view)
    ),
    check.element,
    torques.element,
    longRun.element
  )

  let isShown = false
  /** Whether a build is awaited, which ends the second simulation. */
  let isAwaited = false
  let since = 0
  let drawn = 0

  function* energiesOfFirst(start: number, end: number): Generator<readonly [number, number]> {
    const { series } = measurements
    for (let index = series.indexFrom(start); index < series.length; index++) {
      const time = series.timeAt(index)
      if (time > end + 1e-9) return
      yield [time, series.valueAt('energy', index)]
    }
  }
  const choose = () => {
    if (!isShown || isAwaited) return
    const { variant, method, integrator, step } = compared
    run.send({
      type: 'second',
      choice: {
        variant: variant.value,
        method: method.value,
        integrator: integrator.value,
        step: step.value
      }
    })
  }
  let isDue = false
  // A change of the method may change the integrator too.
  const chooseSoon = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      choose()
    })
  }
  const arrange = () => {
    const isSplit = isShown && compared.view.value === 'split'
    const { dataset } = document.documentElement
    if (isShown) dataset.compare = compared.view.value
    else delete dataset.compare
    second.show(isSplit)
    if (isSplit) run.stage.value?.setSecond(null)
    else showOver(run.second.value)
  }
  const showOver = (view: SecondState | undefined) => {
    const isOver = isShown && compared.view.value === 'over'
    run.stage.value?.setSecond(isOver && view ? view : null)
  }
  const take = (view: SecondState | undefined) => {
    if (!isShown || !view) return
    if (view.since !== since) for (const series of [energies, distances]) series.clear()
    since = view.since
    const isNew = view.time > (energies.end ?? Number.NEGATIVE_INFINITY)
    if (isNew && !view.stopped) {
      energies.push(view.time, view.energyError)
      distances.push(view.time, view.distance)
    }
    if (compared.view.value === 'over') showOver(view)
    else second.take(view)
    setText(stopped, view.stopped ? `B stands still: ${view.stopped}` : '')
    signalSecond(view)
  }

  onAnyChange([compared.variant, compared.method, compared.integrator, compared.step], chooseSoon)
  onChange(entry, () => (isAwaited = true))
  onChange(run.built, () => {
    isAwaited = false
    for (const series of [energies, distances]) series.clear()
    run.stage.value?.setSecond(null)
    choose()
  })
  onChange(run.second, take)
  onChange(compared.view, arrange)
  halves.at.subscribe((at) => over.style.setProperty('--split', `${100 * at}%`))
  onChange(halves.at, () => widen())
  const widen = () => over.parentElement?.style.setProperty('--split', `${100 * halves.at.value}%`)
  onChange(theme, () => {
    for (const { repaint } of [energyPlot, distancePlot, longRun]) repaint()
  })

  const numbersOfFirst = (): HalfNumbers => ({
    energyError: measurements.values.energy,
    energyTolerance: measurements.energyTolerance,
    loopError: measurements.hasLoops ? measurements.values.loop : Number.NaN,
    loopTolerance,
    stepTime: measurements.values.time
  })
  const numbersOfSecond = (): HalfNumbers => {
    const view = run.second.value
    const isSoft = compared.variant.value === 'soft'
    return {
      energyError: view?.energyError ?? Number.NaN,
      energyTolerance: view?.energyTolerance ?? Number.NaN,
      loopError: measurements.hasLoops ? (view?.loopError ?? Number.NaN) : Number.NaN,
      loopTolerance: isSoft ? Number.POSITIVE_INFINITY : loopTolerance,
      stepTime: view?.stepTime ?? Number.NaN
    }
  }

  return {
    right,
    under,
    over,
    enter() {
      isShown = true
      widen()
      choose()
      arrange()
    },
    leave() {
      isShown = false
      run.send({ type: 'second', choice: null })
      run.second.value = undefined
      for (const { close } of chips) close()
      check.stop()
      longRun.stop()
      arrange()
      over.parentElement?.style.removeProperty('--split')
    },
    draw(now) {
      second.render(now)
      check.draw(now)
      gauges.first.move(numbersOfFirst())
      gauges.second.move(numbersOfSecond())
      if (now - drawn < plotPause) return
      drawn = now
      const { time, historyEnd } = measurements
      for (const series of [energies, distances]) series.discardAfter(historyEnd + 1e-9)
      energyPlot.draw(time, Math.max(time, historyEnd))
      distancePlot.draw(time, Math.max(time, historyEnd))
    },
    write() {
      const [first, other] = [numbersOfFirst(), numbersOfSecond()]
      gauges.first.write(first)
      gauges.second.write(other)
      torques.write()
      longRun.write()
      const spoken = (value: number) => writeError(value).spoken
      const errors = `A ${spoken(first.energyError)}, B ${spoken(other.energyError)}`
      setAttribute(energyPlot.canvas, 'aria-label', `Relative energy errors: ${errors}`)
      const apart = spoken(run.second.value?.distance ?? Number.NaN)
      setAttribute(distancePlot.canvas, 'aria-label', `Distance of B from A: ${apart} meters`)
    }
  }
}

/** Dispatches the event `linkwork:second-state` with the state of B, for programs that watch the page. */
function signalSecond(view: SecondState): void {
  document.dispatchEvent(new CustomEvent('linkwork:second-state', { detail: view }))
}
