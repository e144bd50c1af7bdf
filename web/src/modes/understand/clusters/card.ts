import type { Mechanism, RecursionPasses } from 'linkwork'
import { count } from '../../../model/mechanisms/entry.ts'
import { writeFixed } from '../../../model/numbers.ts'
import { fill, h, setAttribute, setText } from '../../../ui/dom.ts'
import { formula, matrixTable, signedNode } from '../formula.ts'
import { distanceToSingular, velocityNames } from './cluster-facts.ts'

/** Members of a cluster, and its present constraint equations. */
export function clusterCard() {
  const title = h('h2', {})
  const facts = h('p', { class: 'section-words' })
  const bars = h('ul', { class: 'bars', 'aria-label': 'Singular values of K' })
  const needle = h('div', { class: 'singular-needle' })
  const value = h('span', { class: 'singular-value' })
  const gauge = h(
    'div',
    {
      class: 'singular-gauge',
      role: 'meter',
      'aria-label': 'Distance to a singular pose',
      'aria-valuemin': 0,
      'aria-valuemax': 1
    },
    needle
  )
  const distance = h(
    'div',
    { class: 'singular' },
    h('div', { class: 'slider-head' }, h('span', {}, 'Distance to a singular pose'), value),
    gauge
  )
  const k = h('div', { class: 'cluster-matrix', role: 'group', 'aria-label': 'K', tabindex: 0 })
  const g = h('div', { class: 'cluster-matrix', role: 'group', 'aria-label': 'G', tabindex: 0 })
  const kHead = h('h3', {}, formula('K v = 0'))
  const values = h('h3', {}, 'Singular values of K')
  const element = h(
    'div',
    { class: 'cluster-card' },
    ...[title, facts, distance, values, bars, kHead, k],
    ...[h('h3', {}, formula('v = G ẏ')), g]
  )
  return {
    element,
    show(passes: RecursionPasses, index: number, mechanism: Mechanism) {
      const cluster = passes.clusters[index]
      if (!cluster) return
      const { bodies, rows, degreesOfFreedom, singularValues, velocities } = cluster
      const isTied = rows > 0
      for (const part of [distance, bars, values, kHead, k]) part.hidden = !isTied
      setText(title, bodies.length === 1 ? 'A body alone' : `A cluster of ${bodies.length} bodies`)
      const names = bodies.map((body) => mechanism.bodies[body]?.name ?? '').join(', ')
      const freedom = count(degreesOfFreedom, 'degree of freedom', 'degrees of freedom')
      const rank = singularValues.length
      setText(
        facts,
        isTied
          ? `${names}: ${count(rows, 'equation')} of rank ${rank} between ` +
              `${count(velocities.length, 'joint speed')}; ${freedom}.`
          : `${names}: nothing but its own joint holds it, so nothing is solved with others.`
      )
      const near = distanceToSingular(cluster)
      setText(value, writeFixed(near, 3))
      setAttribute(gauge, 'aria-valuenow', near.toFixed(3))
      needle.style.left = `${100 * near}%`
      gauge.style.setProperty('--passed', `${100 * near}%`)
      const most = singularValues[0] ?? 1
      fill(bars, ...Array.from(singularValues, (each) => bar(each, each / most)))
      const all = velocityNames(mechanism)
      const joints = velocities.map((entry) => all[entry] ?? '')
      fill(k, headed(joints, matrixTable(cluster.K, velocities.length, 'K')))
      fill(g, named(joints, matrixTable(cluster.G, degreesOfFreedom, 'G')))
    }
  }
}

function bar(value: number, share: number): HTMLElement {
  const length = h('div', { class: 'bar-length' })
  length.style.width = `${100 * share}%`
  return h('li', {}, h('div', { class: 'bar' }, length), signedNode(value))
}

/** Names of joints over the columns. */
function headed(names: readonly string[], table: HTMLTableElement): HTMLElement {
  table.prepend(h('tr', {}, ...names.map((name) => h('th', { scope: 'col' }, name))))
  return table
}

/** Names of joints before the rows. */
function named(names: readonly string[], table: HTMLTableElement): HTMLElement {
  for (const [i, row] of [...table.rows].entries())
    row.prepend(h('th', { scope: 'row' }, names[i] ?? ''))
  return table
}
