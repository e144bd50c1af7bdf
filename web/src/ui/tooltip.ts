import { h } from './dom.ts'

const delay = 300
const gap = 8

/** Shows words to the right of an element while the pointer or the focus rests on it. */
export function tooltip(element: HTMLElement, words: string, when: () => boolean): void {
  const tip = h('div', { class: 'tooltip', role: 'tooltip' }, words)
  let timer = 0
  const show = () => {
    if (!when()) return
    const box = element.getBoundingClientRect()
    tip.style.left = `${box.right + gap}px`
    tip.style.top = `${box.top + box.height / 2}px`
    document.body.append(tip)
  }
  const hide = () => {
    clearTimeout(timer)
    tip.remove()
  }
  element.addEventListener('pointerenter', (event) => {
    if (event.pointerType === 'mouse') timer = window.setTimeout(show, delay)
  })
  element.addEventListener('focus', () => element.matches(':focus-visible') && show())
  for (const event of ['pointerleave', 'blur', 'click']) element.addEventListener(event, hide)
}
