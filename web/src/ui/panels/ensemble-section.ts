import type { EnsembleGrid } from '../../client/ensemble-grid.ts'
import type { Measurements } from '../../client/measurements.ts'
import { writeFactor } from '../../model/numbers.ts'
import type { Backend, Settings } from '../../model/settings.ts'
import { segmented } from '../choices.ts'
import { h, setText } from '../dom.ts'

const backends = [
  { value: 'lanes' as Backend, label: 'Lanes', note: 'One worker, copies side by side' },
  { value: 'workers' as Backend, label: 'Workers', note: 'A worker a processor' },
  { value: 'gpu' as Backend, label: 'GPU', note: 'WebGPU, a copy a thread' }
]

export interface EnsembleSection {
  readonly element: HTMLElement
  /** Writes the numbers; called five times a second. */
  write(): void
}

/** The backend of an ensemble, and its speed compared with one mechanism. */
export function ensembleSection(
  settings: Settings,
  ensemble: EnsembleGrid,
  measurements: Measurements
): EnsembleSection {
  const together = h('dd')
  const alone = h('dd')
  const speed = h('dd')
  const means = h('p', { class: 'section-note' })
  const element = h(
    'section',
    { class: 'setup-section', 'data-part': 'field' },
    h('h2', {}, 'Many at once'),
    segmented('Backend', backends, settings.backend),
    means,
    h(
      'dl',
      { class: 'section-numbers' },
      h('dt', {}, 'All together'),
      together,
      h('dt', {}, 'One alone'),
      alone,
      h('dt', {}, 'Speed'),
      speed
    )
  )
  settings.entry.subscribe((entry) => (element.hidden = entry.ensemble === undefined))
  return {
    element,
    write() {
      const { report } = ensemble
      setText(together, writeRate(report?.stepsPerSecond ?? Number.NaN))
      setText(alone, writeRate(1e6 / measurements.values.time))
      setText(speed, report && Number.isFinite(report.speed) ? writeFactor(report.speed) : '–')
      setText(means, report?.means ?? 'starting')
    }
  }
}

/** "412,000 steps/s", three digits. */
function writeRate(stepsPerSecond: number): string {
  if (!Number.isFinite(stepsPerSecond)) return '–'
  return `${Number(stepsPerSecond.toPrecision(3)).toLocaleString('en')} steps/s`
}
