import type { Mechanism, RecursionPasses } from 'linkwork'
import { fill, h, setAttribute } from '../../../ui/dom.ts'
import { underPanel } from '../../mode.ts'
import { formula, matrixTable, signedNode } from '../formula.ts'
import { type Excerpt, excerpt } from './source.ts'
import { carried, ground, type Six } from './spatial.ts'
import type { Step } from './walk.ts'

/** Quantities at the present place of the walk. */
export interface Scene {
  readonly mechanism: Mechanism
  readonly passes: RecursionPasses
  readonly poses: Float64Array
  readonly step: Step
}

/** Under the stage: the line of the algorithm with the numbers of the body in turn, or in the source. */
export function strip() {
  const title = h('h2', {})
  const line = h('p', { class: 'strip-line' })
  const words = h('p', { class: 'section-words' })
  const numbers = h('div', {
    class: 'strip-numbers',
    role: 'group',
    'aria-label': 'Numbers of this body',
    tabindex: 0
  })
  let scene: Scene | undefined
  let inSource = false
  const source = h(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      'aria-pressed': 'false',
      on: {
        click: () => {
          inSource = !inSource
          setAttribute(source, 'aria-pressed', String(inSource))
          if (scene) show(scene)
        }
      }
    },
    'In the source'
  )
  const show = (next: Scene) => {
    scene = next
    fill(title, titleOf(next))
    fill(line, formula(lines[next.step.pass]))
    fill(words, wordsOf(next))
    fill(numbers, ...(inSource ? [sourceOf(next)] : numbersOf(next)))
  }
  const side = h('div', { class: 'strip-words' }, title, line, words, source)
  return {
    element: underPanel('The line of the algorithm', h('div', { class: 'strip' }, side, numbers)),
    show,
    /** Why there is nothing to show. */
    fail(message: string) {
      fill(title, 'No recursion here')
      fill(line)
      fill(words, message)
      fill(numbers)
    }
  }
}

const lines = {
  velocities: 'v_i = X_i v_λ + S_i q̇_i',
  inertias: 'I^A_λ += X^T (I^A − U D⁻¹ U^T) X',
  accelerations: 'a_i = X_i a_λ + S_i q̈_i + c_i'
} as const

const nameOf = ({ mechanism }: Scene, body: number) =>
  body === ground ? 'the ground' : (mechanism.bodies[body]?.name ?? '')

function titleOf(scene: Scene): string {
  const [first = 0, ...others] = scene.step.bodies
  return others.length === 0
    ? nameOf(scene, first)
    : `${nameOf(scene, first)} and ${others.length} more`
}

function wordsOf(scene: Scene): string {
  const { pass, bodies, parent } = scene.step
  const parentName = nameOf(scene, parent)
  if (pass === 'velocities') return `It moves with ${parentName}; its own joint adds its velocity.`
  if (pass === 'accelerations')
    return `It accelerates with ${parentName}; its own joint adds its acceleration.`
  if (parent === ground) return 'The ground is fixed, so no inertia is propagated further.'
  const what = bodies.length > 1 ? 'These bodies close a loop: together they pass' : 'It passes'
  return `${what} to ${parentName} the inertia felt through the free joint.`
}

function numbersOf(scene: Scene): HTMLElement[] {
  const { step, passes, poses } = scene
  const [body = 0] = step.bodies
  const own = passes.bodies[body]
  const cluster = passes.clusters[step.cluster]
  if (!own || !cluster) return []
  if (step.pass !== 'inertias') {
    const isVelocity = step.pass === 'velocities'
    const motion = isVelocity ? own.velocity : own.acceleration
    const ofParent = passes.bodies[step.parent]
    const parentMotion = isVelocity ? ofParent?.velocity : ofParent?.acceleration
    const still = carried(poses, step.parent, body, parentMotion ?? atGround(scene))
    const added = Array.from(motion, (value, k) => value - (still[k] ?? 0))
    return [
      isVelocity
        ? sixTable(velocityRows, { v_i: motion, 'X_i v_λ': still, 'S_i q̇_i': added })
        : sixTable(accelerationRows, { a_i: motion, 'X_i a_λ': still, 'S_i q̈_i + c_i': added })
    ]
  }
  const isPropagated = step.parent !== ground
  const alone = step.bodies.length === 1
  const felt = step.bodies.map((each) => {
    const inertia = passes.bodies[each]?.articulatedInertia ?? []
    const name = alone ? 'I^A' : `I^A of ${nameOf(scene, each)}`
    return labelled(name, matrixTable(inertia, 6, `Inertia of ${nameOf(scene, each)}`))
  })
  return [
    ...felt,
    isPropagated &&
      labelled('I^A_λ +=', matrixTable(cluster.handedInertia, 6, 'Propagated inertia')),
    sixTable(forceRows, {
      'p^A': own.biasForce,
      ...(isPropagated ? { 'p^A_λ +=': cluster.handedForce } : {})
    })
  ].filter((part) => part !== false)
}

/** Motion of the ground: velocity zero, acceleration opposite to gravity. */
function atGround({ step, mechanism }: Scene): Six {
  if (step.pass === 'velocities') return [0, 0, 0, 0, 0, 0]
  const [x = 0, y = 0, z = -9.81] = mechanism.gravity ?? []
  return [0, 0, 0, -x, -y, -z]
}

const velocityRows = ['ω rad/s', '', '', 'v m/s', '', '']
const accelerationRows = ['ω̇ rad/s²', '', '', 'v̇ m/s²', '', '']
const forceRows = ['n N m', '', '', 'f N', '', '']

function labelled(text: string, table: HTMLElement): HTMLElement {
  return h('div', { class: 'labelled' }, h('p', {}, formula(text)), table)
}

/** Spatial vectors side by side, six numbers each. */
function sixTable(rows: readonly string[], columns: Readonly<Record<string, Six>>): HTMLElement {
  const vectors = Object.entries(columns)
  return h(
    'table',
    { class: 'six' },
    h('tr', {}, h('td', {}), ...vectors.map(([name]) => h('th', { scope: 'col' }, formula(name)))),
    ...rows.map((row, k) =>
      h(
        'tr',
        {},
        h('td', { class: 'six-row' }, row),
        ...vectors.map(([, six]) => h('td', {}, signedNode(six[k] ?? 0)))
      )
    )
  )
}

function sourceOf({ step }: Scene): HTMLElement {
  const isLoop = step.pass === 'inertias' && step.bodies.length > 1
  const { file, line, code }: Excerpt = excerpt(isLoop ? 'cluster' : step.pass)
  return h(
    'figure',
    { class: 'source' },
    h('figcaption', {}, `${file}, line ${line}`),
    h('pre', {}, code)
  )
}
