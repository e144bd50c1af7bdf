import { onChange } from '../../model/signals.ts'
import type { Run } from '../../stage/run.ts'
import { fill, freshId, h } from '../../ui/dom.ts'
import { icon } from '../../ui/icons.ts'
import { type Offer, type OfferGroup, partOffers, wholeOffers } from './quantities.ts'
import { mostTraces, type Traces } from './traces.ts'

/** A dragged chip. A drop on another chip makes a phase portrait. */
export const dragType = 'application/x-linkwork-quantity'

/** The quantities of the selected part, as chips. */
export function quantityPanel(run: Run, traces: Traces): HTMLElement {
  const id = freshId('part')
  const choice = h('select', {
    id,
    on: { change: () => (run.hand.pressed.value = { body: Number(choice.value) }) }
  })
  const groups = h('div', { class: 'quantity-groups' })
  const note = h('p', { class: 'section-note', role: 'status' })
  const chips: { offer: Offer; element: HTMLElement }[] = []

  const mark = () => {
    for (const { offer, element } of chips)
      element.setAttribute('aria-pressed', String(traces.has(offer)))
  }
  const chip = (offer: Offer) => {
    const click = () => {
      const isFull = !traces.toggle(offer)
      note.textContent = isFull ? `${mostTraces} quantities are what a plot has room for.` : ''
    }
    const dragstart = (event: DragEvent) => event.dataTransfer?.setData(dragType, offer.key)
    const element = h(
      'button',
      { type: 'button', class: 'chip', draggable: 'true', on: { click, dragstart } },
      offer.label
    )
    element.setAttribute('aria-label', offer.name)
    chips.push({ offer, element })
    return element
  }
  const group = ({ title, offers }: OfferGroup) =>
    h(
      'div',
      { class: 'quantity-group', role: 'group', 'aria-label': title },
      h('h3', {}, title),
      h('div', { class: 'chips' }, ...offers.map(chip))
    )
  const write = () => {
    const mechanism = run.built.value?.mechanism
    const body = Math.min(run.hand.pressed.value?.body ?? 0, (mechanism?.bodies.length ?? 1) - 1)
    choice.value = String(body)
    chips.length = 0
    const offered = mechanism ? [...partOffers(mechanism, body), wholeOffers()] : []
    fill(groups, ...offered.map(group))
    mark()
  }
  run.parts.subscribe((parts) => {
    fill(choice, ...parts.map(({ name }, index) => h('option', { value: index }, name)))
    write()
  })
  onChange(run.built, write)
  onChange(run.hand.pressed, write)
  onChange(traces.chosen, mark)
  return h(
    'section',
    { class: 'setup-section' },
    h('h2', {}, 'Quantities'),
    h(
      'div',
      { class: 'field' },
      h('label', { for: id }, 'Selected part'),
      h('div', { class: 'select' }, choice, icon('down'))
    ),
    groups,
    note
  )
}
