import type { Tour } from './tour.ts'

const maximal = { method: 'variational-maximal', integrator: 'second-order' } as const

export const bruedigam: Tour = {
  title: 'Maximal coordinates',
  paper: 'Brüdigam and Manchester, 2020',
  stops: [
    {
      title: 'Six coordinates per body',
      text: 'Every link keeps its own place and turn, as if it were alone: six coordinates a body. Joints are equations between them. That is many more numbers than angles, and yet the authors choose it. This tour shows what they get for it.',
      stage: { mechanism: 'chain', options: { links: 6 }, ...maximal, step: 5e-3 },
      figures: ['bodies', 'coordinates', 'equations', 'freedoms']
    },
    {
      title: 'The price: drift',
      text: 'If a method integrates the accelerations of free bodies, the joints come apart: nothing constrains the new positions. Here a feedback pulls the joints together again. A violation remains, and the feedback is not part of the mechanism.',
      stage: {
        mechanism: 'four-bar',
        method: 'multipliers',
        integrator: 'baumgarte',
        step: 5e-3,
        accuracy: true
      },
      figures: ['loop', 'worstLoop', 'worstEnergy']
    },
    {
      title: 'A step with exact joints',
      text: 'The step comes from a discrete action: of all next positions at which every joint holds, it takes the one that leaves the action stationary. Constraints are met at the end of each step, not at its accelerations. So nothing drifts.',
      stage: { mechanism: 'four-bar', ...maximal, step: 5e-3, accuracy: true },
      figures: ['worstLoop', 'worstEnergy', 'stepTime']
    },
    {
      title: 'Energy, too',
      text: 'What comes from an action has a symplectic step: its energy error swings and returns. Watch the plot for as long as you like: the worst error stays. Runge–Kutta’s begins far smaller, but it has a direction, and no bound.',
      figures: ['energy', 'worstEnergy'],
      tryIt: 'Lengthen the step, and look whether the error still returns.'
    },
    {
      title: 'Linear time again',
      text: 'Newton’s method for one step solves a sparse system. Bodies and joints are nodes of a graph, and each edge is a block of the matrix. Factored from the leaves to the root, the matrix stays sparse. Twice the links take twice the time.',
      stage: { mechanism: 'chain', options: { links: 60 }, ...maximal, step: 2e-3 },
      figures: ['bodies', 'equations', 'stepTime'],
      tryIt: 'Change the links and compare the time of a step.'
    },
    {
      title: 'Loops cost little',
      text: 'A loop adds one more joint to the graph. Its blocks fill in along the cycle and nowhere else. Here two loops share a body, and the step takes not much longer than without them. Coordinates need not be chosen, nor changed on the way.',
      stage: { mechanism: 'six-bar', ...maximal, step: 2e-3 },
      figures: ['bodies', 'worstLoop', 'stepTime']
    },
    {
      title: 'Near a singular pose',
      text: 'Angles can be a bad choice: near some poses a loop leaves one of them undetermined. The gauge shows how far this four-bar is from such a pose while it turns. Maximal coordinates have no such pose: the matrix has the same form at every crank angle.',
      stage: { mechanism: 'four-bar', options: { crank: 0.2 }, step: 1e-3 },
      part: 'clusters'
    },
    {
      title: 'Rolling, without a trick',
      text: 'The disc’s rolling binds velocities, not positions. In maximal coordinates it is three more rows, treated as any joint. Minimal coordinates do not exist for it. The energy of the rolling disc is kept as well as a chain’s.',
      stage: { mechanism: 'rolling-disc', ...maximal },
      figures: ['worstEnergy', 'stepTime'],
      tryIt: 'Tilt it further, and let it go.'
    },
    {
      title: 'Order four',
      text: 'The step runs backwards as well as forwards. So five of them, one backwards, make one of order four, with the joints as closed and the energy as bounded as before: a smaller error for five times the work.',
      stage: {
        mechanism: 'four-bar',
        method: 'variational-maximal',
        integrator: 'fourth-order',
        step: 5e-3,
        accuracy: true
      },
      figures: ['worstEnergy', 'worstLoop', 'stepTime']
    }
  ]
}
