import {
  cartPendulum,
  chain,
  drapedChain,
  fourBar,
  fourBarChain,
  gearedArm,
  gearedLeg,
  type MechanismSource,
  rollingDisc,
  type Solver,
  torusChain
} from 'linkwork'

/** A way to move a mechanism, under the words that the page offers it by. */
export interface Way {
  readonly words: string
  readonly solver: Solver
}

/** A mechanism that moves in a page. */
export interface Scene {
  /** The alternative text. */
  readonly words: string
  readonly mechanism: () => MechanismSource
  /** [s] */
  readonly step: number
  readonly ways: readonly [Way, ...Way[]]
}

const accelerations: Way = {
  words: 'articulated-body, rk4',
  solver: { method: 'articulated-body', integrator: 'rk4' }
}
const euler: Way = {
  words: 'articulated-body, semi-implicit-euler',
  solver: { method: 'articulated-body', integrator: 'semi-implicit-euler' }
}
const variational: Way = {
  words: 'variational, second-order',
  solver: { method: 'variational', integrator: 'second-order' }
}
const maximal: Way = {
  words: 'variational-maximal, second-order',
  solver: { method: 'variational-maximal', integrator: 'second-order' }
}
const multipliers: Way = {
  words: 'multipliers, rattle',
  solver: { method: 'multipliers', integrator: 'rattle' }
}

export const scenes = {
  leg: {
    words: 'A robot leg with motors, gears and a linkage swings.',
    mechanism: () => gearedLeg(),
    step: 1e-3,
    ways: [accelerations, variational, maximal, multipliers]
  },
  fourBar: {
    words: 'A four-bar linkage turns round and round.',
    mechanism: () => fourBar({ startSpeed: 10 }),
    step: 1e-3,
    ways: [accelerations, variational, maximal, multipliers]
  },
  gears: {
    words: 'An arm swings, its motors’ rotors turning faster by their gears.',
    mechanism: () => gearedArm(),
    step: 1e-3,
    ways: [accelerations, variational, maximal, multipliers]
  },
  cart: {
    words: 'A pendulum swings on a cart.',
    mechanism: () => cartPendulum(),
    step: 1e-3,
    ways: [accelerations, variational, maximal, multipliers]
  },
  draped: {
    words: 'A chain falls over what lies on the ground.',
    mechanism: () => drapedChain(),
    step: 2e-3,
    ways: [multipliers, accelerations, variational]
  },
  chain: {
    words: 'A chain of eight links swings.',
    mechanism: () => chain({ links: 8, length: 0.15 }),
    step: 4e-3,
    ways: [variational, euler, accelerations]
  },
  tori: {
    words: 'A chain of rings, each of which rolls and slides on the next.',
    mechanism: () => torusChain(),
    step: 1e-3,
    ways: [accelerations, variational]
  },
  disc: {
    words: 'A disc rolls on the ground without slipping.',
    mechanism: () => rollingDisc(),
    step: 1e-3,
    ways: [
      multipliers,
      {
        ...multipliers,
        words: 'multipliers, rk4',
        solver: { method: 'multipliers', integrator: 'rk4' }
      }
    ]
  },
  linkages: {
    words: 'A chain of four-bar linkages swings.',
    mechanism: () => fourBarChain(),
    step: 1e-3,
    ways: [maximal, variational, multipliers, accelerations]
  }
} satisfies Record<string, Scene>
