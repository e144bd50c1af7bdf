import { onChange } from '../../model/signals.ts'
import './understand.css'
import { Signal } from '@preact/signals-core'
import { isTour, type Lesson, type TopicName, topicNames, tourNames } from '../../model/lesson.ts'
import { findMechanism, mechanisms } from '../../model/mechanisms/index.ts'
import { select } from '../../ui/choices.ts'
import { h } from '../../ui/dom.ts'
import { leftPanel, type Mode, type ModeHost } from '../mode.ts'
import { openClusters } from './clusters/index.ts'
import { openLinear } from './linear/index.ts'
import { openRecursion } from './recursion/index.ts'
import { tours } from './tours/index.ts'
import { openTour } from './tours/open-tour.ts'

const openers: Readonly<Record<TopicName, (host: ModeHost) => Mode>> = {
  recursion: openRecursion,
  clusters: openClusters,
  'linear-time': openLinear
}

/** Understand: a rail of lessons, and the one that is chosen. */
export function openMode(host: ModeHost): Mode {
  const { lesson } = host.settings
  const opened = new Map<Lesson['name'], Mode>()
  const open = (name: Lesson['name']): Mode => {
    const known = opened.get(name)
    if (known) return known
    const mode = isTour(name) ? openTour(host, name, tours[name], open) : openers[name](host)
    opened.set(name, mode)
    return mode
  }
  const list = lessonList(host)
  let shown: { readonly name: Lesson['name']; readonly mode: Mode } | undefined
  const show = () => {
    shown?.mode.leave()
    shown = { name: lesson.value.name, mode: open(lesson.value.name) }
    host.arrange()
    shown.mode.enter()
  }
  let isShown = false
  onChange(lesson, ({ name }) => {
    if (isShown && name !== shown?.name) show()
  })
  return {
    get left() {
      return shown?.mode.left ?? list
    },
    get right() {
      return shown?.mode.right
    },
    get under() {
      return shown?.mode.under
    },
    get over() {
      return shown?.mode.over
    },
    get transport() {
      return shown?.mode.transport
    },
    enter() {
      isShown = true
      show()
    },
    leave() {
      isShown = false
      shown?.mode.leave()
      shown = undefined
    },
    draw: (now) => shown?.mode.draw?.(now),
    write: () => shown?.mode.write?.()
  }
}

const topics = {
  recursion: ['Recursion', 'Three passes, body by body'],
  clusters: ['Clusters', 'Bodies that must be solved together'],
  'linear-time': ['Linear time', 'A step of 100 000 links']
} as const

function lessonList({ settings: { lesson, entry }, run }: ModeHost): HTMLElement {
  const rows = topicNames.map((name) => {
    const [title, words] = topics[name]
    return row(title, words, name)
  })
  function row(title: string, words: string, name: Lesson['name']) {
    const click = () => (lesson.value = { name, stop: 1 })
    const button = h(
      'button',
      { type: 'button', class: 'lesson-row', on: { click } },
      h('span', { class: 'lesson-title' }, title),
      h('span', { class: 'lesson-words' }, words)
    )
    lesson.subscribe((present) => {
      if (present.name === name) button.setAttribute('aria-current', 'page')
      else button.removeAttribute('aria-current')
    })
    return h('li', {}, button)
  }
  const onStage = new Signal(entry.value.id)
  onChange(entry, ({ id }) => (onStage.value = id))
  onChange(onStage, (id) => {
    const chosen = findMechanism(id)
    if (chosen) run.choose(chosen)
  })
  const choices = mechanisms.map(({ id, name }) => ({ value: id, label: name }))
  const tourRows = tourNames.map((name) => row(tours[name].title, tours[name].paper, name))
  return leftPanel(
    'Lessons',
    ...[h('h2', {}, 'Algorithms'), h('ul', { role: 'list' }, ...rows)],
    ...[h('h2', {}, 'Five tours, one per paper'), h('ul', { role: 'list' }, ...tourRows)],
    h('div', { class: 'on-stage' }, select('Mechanism', choices, onStage))
  )
}
