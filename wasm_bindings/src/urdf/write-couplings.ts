import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import type { Coupling, Mechanism } from '../types/mechanism.js'
import { type Tag, tag } from '../xml/write.js'

interface CouplingTags {
  /** <mimic> elements by the joint that holds them. */
  readonly mimics: ReadonlyMap<string, Tag>
  readonly couplings: readonly Tag[]
}

/** Couplings of two joints as <mimic>, others as linear <coupling>s. */
export function couplingTags({ couplings = [] }: Mechanism): CouplingTags {
  const leaders = new Map<string, string>()
  const mimics = new Map<string, Tag>()
  const tags: Tag[] = []
  for (const coupling of couplings) {
    if (coupling.terms.some((term) => term.function))
      throw new MechanismError(
        `coupling "${brief(coupling.name)}": URDF has no couplings with functions`
      )
    const mimic = mimicOf(coupling, leaders)
    if (mimic) {
      leaders.set(mimic.joint, mimic.leader)
      mimics.set(mimic.joint, mimic.tag)
      continue
    }
    tags.push(linearOf(coupling))
  }
  return { mimics, couplings: tags }
}

/** q = multiplier·q′ + offset, of a joint that follows no other and is not followed by the other. */
function mimicOf({ terms, offset = 0 }: Coupling, leaders: ReadonlyMap<string, string>) {
  const [one, other, third] = terms
  if (!one || !other || third) return undefined
  for (const [follower, leader] of [
    [one, other],
    [other, one]
  ] as const) {
    if (leaders.has(follower.joint) || follows(leader.joint, follower.joint, leaders)) continue
    return {
      joint: follower.joint,
      leader: leader.joint,
      tag: tag('mimic', {
        joint: leader.joint,
        multiplier: -leader.coefficient / follower.coefficient,
        offset: offset === 0 ? undefined : offset / follower.coefficient
      })
    }
  }
  return undefined
}

function follows(joint: string, leader: string, leaders: ReadonlyMap<string, string>): boolean {
  let at: string | undefined = joint
  while (at !== undefined && at !== leader) at = leaders.get(at)
  return at === leader
}

function linearOf({ name, terms, offset = 0 }: Coupling): Tag {
  return tag(
    'coupling',
    { name, type: 'linear', offset: offset === 0 ? undefined : offset },
    ...terms.map(({ joint, coefficient }) => tag('term', { joint, coefficient }))
  )
}
