import { onChange } from '../../../model/signals.ts'
import './clusters.css'
import { Signal } from '@preact/signals-core'
import type { RecursionPasses } from 'linkwork'
import { segments } from '../../../model/kinematics.ts'
import { findMechanism } from '../../../model/mechanisms/index.ts'
import type { Built } from '../../../model/messages.ts'
import { Canvas, type Palette, readPalette } from '../../../ui/canvas.ts'
import { select } from '../../../ui/choices.ts'
import { fill, h, setText } from '../../../ui/dom.ts'
import { type Mode, type ModeHost, rightPanel } from '../../mode.ts'
import { hideHistory } from '../hide-history.ts'
import { Passes } from '../passes.ts'
import { drawBody } from '../recursion/picture.ts'
import { clusterCard } from './card.ts'
import { tiedClusters } from './cluster-facts.ts'

/** Mechanisms with clusters worth a look. */
const examples = ['four-bar', 'leg', 'six-bar', 'mini-cheetah', 'tello']
/** Between two looks at the equations [ms]. */
const pause = 100

const hueOf = (palette: Palette, order: number) =>
  [palette.loop, palette.energy, palette.time][order % 3] as string

/** Clusters by loops and couplings: one color each on the stage, and their numbers. */
export function openClusters(host: ModeHost): Mode {
  const { settings, run } = host
  const chosen = new Signal('')
  const card = clusterCard()
  const choice = h('div', {})
  const none = h('p', { class: 'section-words' })
  const others = h('ul', { class: 'examples', role: 'list' }, ...exampleButtons(host))
  let known: { readonly passes: RecursionPasses; readonly built: Built } | undefined
  let palette = readPalette()
  onChange(settings.theme, () => (palette = readPalette()))
  const canvas = new Canvas(() => undefined)
  canvas.element.className = 'stage-drawing'
  canvas.element.setAttribute('aria-hidden', 'true')

  const show = () => {
    card.element.hidden = !known || chosen.value === ''
    if (known && chosen.value !== '')
      card.show(known.passes, Number(chosen.value), known.built.mechanism)
  }
  /** The clusters of another mechanism. */
  const open = ({ passes, built: { mechanism } }: NonNullable<typeof known>) => {
    const tied = tiedClusters(passes)
    chosen.value = String(tied[0] ?? '')
    setText(
      none,
      tied.length > 0 ? '' : 'No loop, no coupling: every body here is a cluster of its own.'
    )
    const words = (index: number) => {
      const [first = 0, ...more] = passes.clusters[index]?.bodies ?? []
      const rest = more.length > 0 ? ` and ${more.length} more` : ''
      return `${mechanism.bodies[first]?.name ?? ''}${rest}`
    }
    const listed = (tied.length > 0 ? tied : [...passes.clusters.keys()]).map((index) => ({
      value: String(index),
      label: words(index)
    }))
    if (tied.length === 0) chosen.value = listed[0]?.value ?? ''
    fill(choice, select('Cluster', listed, chosen))
  }
  onChange(chosen, show)
  const passes = new Passes(
    run,
    (found, built) => {
      const isNew = built !== known?.built
      known = { passes: found, built }
      if (isNew) open(known)
      show()
    },
    (message) => {
      known = undefined
      fill(choice)
      setText(none, message)
      show()
    }
  )
  onChange(run.hand.pressed, (pressed) => {
    const cluster = known?.passes.bodies[pressed?.body ?? -1]?.cluster
    if (cluster !== undefined) chosen.value = String(cluster)
  })

  const drawClusters = () => {
    const context = canvas.begin()
    const [stage, { poses }] = [run.stage.value, run.latest]
    if (!context || !stage || !known) return
    const { mechanism } = known.built
    if (poses.length !== 7 * mechanism.bodies.length) return
    const lines = segments(mechanism, poses)
    for (const [order, index] of tiedClusters(known.passes).entries()) {
      const isChosen = String(index) === chosen.value
      for (const body of known.passes.clusters[index]?.bodies ?? [])
        drawBody(context, stage, lines[body]?.points ?? [], hueOf(palette, order), isChosen ? 7 : 3)
    }
  }
  let requested = 0
  let ends: (() => void)[] = []

  return {
    right: rightPanel(
      'Clusters',
      h('section', { class: 'setup-section' }, h('h2', {}, 'Clusters'), none, choice, card.element),
      h('section', { class: 'setup-section' }, h('h2', {}, 'Examples'), others)
    ),
    over: canvas.element,
    enter() {
      known = undefined
      show()
      const look = () => {
        if (performance.now() - requested < pause) return
        requested = performance.now()
        passes.request()
      }
      ends = [hideHistory(host), run.latest.onFrame(look)]
    },
    leave() {
      for (const end of ends) end()
    },
    draw: drawClusters
  }
}

function exampleButtons({ run }: ModeHost): HTMLElement[] {
  return examples
    .map((id) => findMechanism(id))
    .filter((entry) => entry !== undefined)
    .map((entry) =>
      h(
        'li',
        {},
        h(
          'button',
          { type: 'button', class: 'plain-button', on: { click: () => run.choose(entry) } },
          entry.name
        )
      )
    )
}
