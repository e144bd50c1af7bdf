import type { Mechanism, RecursionPasses } from 'linkwork'
import { ground } from './spatial.ts'

export const passNames = ['velocities', 'inertias', 'accelerations'] as const
export type PassName = (typeof passNames)[number]

/** One place of the recursion: a body forward, all bodies of a cluster backward. */
export interface Step {
  readonly pass: PassName
  readonly bodies: readonly number[]
  readonly cluster: number
  /** The body from which it takes, or to which it passes on; `ground` if none does. */
  readonly parent: number
}

/** Returns the parent of each body. */
export function parentsOf({ bodies, joints }: Mechanism): number[] {
  const place = new Map(bodies.map(({ name }, index) => [name, index]))
  const parents = bodies.map(() => ground)
  for (const { child, parent } of joints) {
    const index = place.get(child)
    if (index !== undefined) parents[index] = place.get(parent) ?? ground
  }
  return parents
}

/** Returns the step at which the pass of step `at` comes to a body. */
export function placeOf(walk: readonly Step[], at: number, body: number): number | undefined {
  const pass = walk[at]?.pass
  const place = walk.findIndex((step) => step.pass === pass && step.bodies.includes(body))
  return place < 0 ? undefined : place
}

/** The whole walk: forward, backward, forward. */
export function walkOf({ clusters }: RecursionPasses, parents: readonly number[]): Step[] {
  const depth = (body: number): number => (body < 0 ? 0 : 1 + depth(parents[body] ?? ground))
  const forward = (pass: PassName): Step[] =>
    clusters.flatMap(({ bodies }, cluster) =>
      [...bodies]
        .sort((one, other) => depth(one) - depth(other))
        .map((body) => ({ pass, bodies: [body], cluster, parent: parents[body] ?? ground }))
    )
  const backward = clusters.map(
    ({ bodies, parent }, cluster): Step => ({ pass: 'inertias', bodies, cluster, parent })
  )
  return [...forward('velocities'), ...backward.reverse(), ...forward('accelerations')]
}
