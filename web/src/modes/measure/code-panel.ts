import { Signal } from '@preact/signals-core'
import { onChange } from '../../model/signals.ts'
import { segmented } from '../../ui/choices.ts'
import { h, setText } from '../../ui/dom.ts'
import { commandLine, cppProgram, type Task, typescriptProgram } from './program.ts'

const languages = [
  { value: 'typescript', label: 'TypeScript', write: typescriptProgram },
  { value: 'cpp', label: 'C++', write: cppProgram },
  {
    value: 'json',
    label: 'JSON',
    write: ({ mechanism }: Task) => `${JSON.stringify(mechanism, null, 2)}\n`
  },
  { value: 'command', label: 'Command line', write: commandLine }
] as const

type Language = (typeof languages)[number]['value']

const copiedFor = 1600

/** The program for the simulation of the page, in the chosen language. */
export function codePanel(task: () => Task | undefined) {
  const language = new Signal<Language>('typescript')
  const code = h('code')
  const copied = h('span', { class: 'visually-hidden', role: 'status' })
  const copy = h('button', { type: 'button', class: 'copy-button' }, 'Copy')
  copy.addEventListener('click', async () => {
    await navigator.clipboard?.writeText(code.textContent ?? '')
    setText(copy, 'Copied')
    setText(copied, 'Copied')
    setTimeout(() => {
      setText(copy, 'Copy')
      setText(copied, '')
    }, copiedFor)
  })
  const element = h(
    'div',
    { class: 'code-panel' },
    h('div', { class: 'code-bar' }, segmented('Language', languages, language), copy, copied),
    h('pre', { class: 'code', tabindex: '0', role: 'region', 'aria-label': 'Program' }, code)
  )
  const write = () => {
    const present = task()
    const { write: written } =
      languages.find(({ value }) => value === language.value) ?? languages[0]
    if (present && !element.hidden) setText(code, written(present))
  }
  onChange(language, write)
  return { element, write }
}
