import type { Tour } from './tour.ts'

const chain = { mechanism: 'chain', options: { links: 6 } } as const

export const lee: Tour = {
  title: 'Why energy drifts',
  paper: 'Lee, Liu, Park and Srinivasa, 2016',
  stops: [
    {
      title: 'A motion that should not tire',
      text: 'Six links swing without friction. Nothing takes energy away, and nothing adds any: kinetic and potential energy are one sum that never changes. A computer takes steps instead of flowing, so its sum does change. How it changes is what this tour is about.',
      stage: { ...chain, step: 5e-3 },
      figures: ['energy', 'worstEnergy']
    },
    {
      title: 'Euler: the plain way',
      text: 'Accelerations give new velocities, new velocities give new positions. At five milliseconds a step this looks like a chain. Look at the worst error: within seconds it reaches hundredths of all the energy, and it keeps growing. It is now simulating a different chain.',
      stage: { ...chain, integrator: 'semi-implicit-euler', step: 5e-3, accuracy: true },
      figures: ['energy', 'worstEnergy', 'stepTime'],
      tryIt: 'Make the step ten times shorter. The error shrinks about ten times: order one.'
    },
    {
      title: 'Runge–Kutta: better, and still a slope',
      text: 'Four looks at the accelerations for one step of order four. The error is thousands of times smaller. But it has a direction: step after step it adds up. It is invisible over a minute; over a day of motion, it is unpredictable.',
      stage: { ...chain, integrator: 'rk4', step: 5e-3, accuracy: true },
      figures: ['energy', 'worstEnergy', 'stepTime']
    },
    {
      title: 'Steps that come from the action',
      text: 'Of all paths between two times, nature takes the one with a stationary action. Lee and his co-authors do not approximate the equations that follow from this. They approximate the action, and the same principle gives the steps.',
      stage: {
        ...chain,
        method: 'variational',
        integrator: 'second-order',
        step: 5e-3,
        accuracy: true
      },
      figures: ['energy', 'worstEnergy', 'stepTime']
    },
    {
      title: 'An error that comes back',
      text: 'Look at the plot: the energy error rises and falls with the motion, but its worst does not grow. Such a step conserves, almost exactly, the energy of a chain very near to this one. That is all the difference, and it lasts for as long as you watch.',
      figures: ['energy', 'worstEnergy'],
      tryIt: 'Choose RK4 and come back: the error starts smaller and then climbs.'
    },
    {
      title: 'Each step is an equation to solve',
      text: 'The price: the next position appears on both sides. Newton’s method needs the slope of a residual of all links, and a dense solve costs their number cubed. Lee’s insight: the residual is an inverse dynamics, link by link, and its slope is nearly a forward dynamics. Both cost O(n).',
      stage: {
        mechanism: 'chain',
        options: { links: 100 },
        method: 'variational',
        integrator: 'second-order'
      },
      figures: ['bodies', 'stepTime', 'worstEnergy'],
      tryIt: 'Double the links: the time of a step doubles, too.'
    },
    {
      title: 'The same recursion inside',
      text: 'The algorithm has three passes: forward for velocities, backward for inertias and forces, forward for accelerations. The variational step visits the same bodies in the same order, with the momenta at two times in place of accelerations. Use the arrow keys to follow the passes.',
      stage: { mechanism: 'chain', options: { links: 6 } },
      part: 'recursion'
    },
    {
      title: 'Order four, without the slope',
      text: 'Five such steps, one of them backwards, make one of order four. Small like Runge–Kutta’s and bounded like the step it is made of. This is not in the paper: it is an old trick that works for any step which runs backwards as well as forwards.',
      stage: {
        ...chain,
        method: 'variational',
        integrator: 'fourth-order',
        step: 5e-3,
        accuracy: true
      },
      figures: ['energy', 'worstEnergy', 'stepTime']
    },
    {
      title: 'With loops as well',
      text: 'The paper is about trees. This four-bar closes a loop: its three links share one freedom. Here the residual is projected onto that freedom. The step keeps the loop closed to rounding, and the energy error bounded.',
      stage: {
        mechanism: 'four-bar',
        method: 'variational',
        integrator: 'second-order',
        step: 2e-3,
        accuracy: true
      },
      figures: ['worstEnergy', 'worstLoop', 'stepTime'],
      tryIt: 'Pull at the coupler, or make the step longer, and look at both errors.'
    }
  ]
}
