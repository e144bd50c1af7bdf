import { h, setText } from '../../ui/dom.ts'
import type { ModeHost } from '../mode.ts'
import { csvText } from './csv.ts'
import type { Task } from './program.ts'
import { saveFile, saveText } from './save.ts'
import type { Traces } from './traces.ts'
import { canRecord, StageRecorder } from './video.ts'

/** How much of the history an animation holds [s]. */
const animated = 10

/** Exports as files. */
export function filesPanel(
  { run, settings }: ModeHost,
  traces: Traces,
  task: () => Task | undefined
) {
  const base = () => settings.entry.value.id
  const button = (label: string, kind: string, click: () => void) =>
    h(
      'button',
      { type: 'button', class: 'file-button', on: { click } },
      h('span', {}, label),
      h('span', { class: 'file-kind' }, kind)
    )
  const csv = button('Traces', 'CSV', () => {
    if (!traces.isWhole) return
    const columns = traces.shown.map(({ name, unit }, index) => ({
      name,
      unit,
      values: traces.columns[index] ?? []
    }))
    const time = { name: 'Time', unit: 's', values: traces.times }
    saveText(`${base()}.csv`, csvText([time, ...columns]), 'text/csv')
  })
  const picture = button('Picture', 'PNG', () => {
    const { value: stage } = run.stage
    if (!(stage?.element instanceof HTMLCanvasElement)) return
    stage.render(performance.now()) // the browser keeps no picture of a canvas that it has shown
    stage.element.toBlob((blob) => blob && saveFile(`${base()}.png`, blob), 'image/png')
  })
  const animation = button('Animation', 'glTF', async () => {
    const { animationFile } = await import('./animation.ts')
    const blob = await animationFile(run, animated)
    if (blob) saveFile(`${base()}.glb`, blob)
  })
  const json = button('Mechanism', 'JSON', () => {
    const present = task()
    if (!present) return
    saveText(
      `${base()}.json`,
      `${JSON.stringify(present.mechanism, null, 2)}\n`,
      'application/json'
    )
  })
  const page = button('Page', 'HTML', async () => {
    const present = task()
    if (!present) return
    const { oneFile } = await import('./one-file.ts')
    saveText(`${base()}.html`, await oneFile(present), 'text/html')
  })
  const video = videoButton(button, () => run.stage.value?.element, base)
  const write = () => {
    const hasTraces = traces.chosen.value.length > 0
    csv.setAttribute('aria-disabled', String(!hasTraces))
    csv.title = hasTraces ? '' : 'Choose a quantity first.'
    page.title = 'A page in one file that shows the mechanism and moves it, without a network'
    animation.title = `The last ${animated} s before the present time`
  }
  traces.chosen.subscribe(write)
  return h(
    'section',
    { class: 'setup-section', 'aria-label': 'Export' },
    h('h2', {}, 'Export'),
    h('div', { class: 'file-buttons' }, csv, picture, animation, video, json, page)
  )
}

/** A button that records the stage until the next click; null if the browser cannot record. */
function videoButton(
  button: (label: string, kind: string, click: () => void) => HTMLElement,
  stage: () => HTMLElement | undefined,
  base: () => string
): HTMLElement | null {
  if (!canRecord()) return null
  let recorder: StageRecorder | undefined
  const element = button('Video', 'WebM or MP4', async () => {
    const canvas = stage()
    if (recorder) {
      const { blob, ending } = await recorder.stop()
      recorder = undefined
      saveFile(`${base()}.${ending}`, blob)
    } else if (canvas instanceof HTMLCanvasElement) recorder = new StageRecorder(canvas)
    element.setAttribute('aria-pressed', String(recorder !== undefined))
    const label = element.firstElementChild
    if (label) setText(label, recorder ? 'Stop and save' : 'Video')
  })
  element.setAttribute('aria-pressed', 'false')
  return element
}
