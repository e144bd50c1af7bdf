import { writeError, writeMicroseconds, writtenNode } from '../../../model/numbers.ts'
import type { Settings } from '../../../model/settings.ts'
import type { Run } from '../../../stage/run.ts'
import { fill, h } from '../../../ui/dom.ts'

/** Labels of the measured values that a stop can show. */
export const figureWords = {
  energy: 'Energy error now',
  worstEnergy: 'Worst so far',
  loop: 'Loop error now',
  worstLoop: 'Worst gap so far',
  stepTime: 'Time of a step',
  bodies: 'Bodies',
  freedoms: 'Degrees of freedom',
  coordinates: 'Coordinates, six a body',
  equations: 'Equations between them'
} as const
export type FigureName = keyof typeof figureWords

/** Present values of the simulation, and the worst values since its start. */
export class Figures {
  readonly element = h('dl', { class: 'section-numbers' })
  readonly #run: Run
  readonly #settings: Settings
  #shown: { readonly name: FigureName; readonly value: HTMLElement }[] = []
  #worst = { energy: 0, loop: 0 }
  #time = 0

  constructor(run: Run, settings: Settings) {
    this.#run = run
    this.#settings = settings
  }

  show(names: readonly FigureName[]): void {
    this.#shown = names.map((name) => ({ name, value: h('dd', {}) }))
    const rows = this.#shown.flatMap(({ name, value }) => [h('dt', {}, figureWords[name]), value])
    fill(this.element, ...rows)
    this.restart()
    this.write()
  }

  /** Another motion begins. */
  restart(): void {
    this.#worst = { energy: 0, loop: 0 }
  }

  /** Looks at a frame. */
  look(): void {
    const { values, time } = this.#run.measurements
    if (time < this.#time) this.restart()
    this.#time = time
    this.#worst = {
      energy: Math.max(this.#worst.energy, values.energy),
      loop: Math.max(this.#worst.loop, values.loop)
    }
  }

  write(): void {
    for (const { name, value } of this.#shown) fill(value, this.#valueOf(name))
  }

  #valueOf(name: FigureName): Node | string {
    const { values } = this.#run.measurements
    const built = this.#run.built.value
    const bodies = built?.mechanism.bodies.length ?? 0
    const freedoms = built?.info.degreesOfFreedom ?? 0
    switch (name) {
      case 'energy':
        return writtenNode(writeError(values.energy))
      case 'worstEnergy':
        return writtenNode(writeError(this.#worst.energy))
      case 'loop':
        return meters(values.loop)
      case 'worstLoop':
        return meters(this.#worst.loop)
      case 'stepTime':
        return stepTime(values.time, this.#settings.step.value)
      case 'bodies':
        return String(bodies)
      case 'freedoms':
        return String(freedoms)
      case 'coordinates':
        return String(6 * bodies)
      case 'equations':
        return String(6 * bodies - freedoms)
    }
  }
}

const meters = (value: number) =>
  h('span', {}, writtenNode(writeError(value)), h('span', { class: 'unit' }, 'm'))

function stepTime(time: number, step: number): Node {
  const { text, unit } = writeMicroseconds(time)
  return h('span', {}, text, h('span', { class: 'unit' }, `${unit} for ${1000 * step} ms`))
}
