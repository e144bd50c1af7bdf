import type { Tour } from './tour.ts'

const multipliers = { method: 'multipliers', integrator: 'rattle' } as const

export const baraff: Tour = {
  title: 'What a multiplier is',
  paper: 'Baraff, 1996',
  stops: [
    {
      title: 'Two ways to say hinge',
      text: 'One way: a link has one angle, and nothing else can change. The other: a link is a free body with six coordinates, and a force at its hinge takes five of them away again. Baraff takes the second way. That force is the multiplier.',
      stage: { mechanism: 'chain', options: { links: 6 }, ...multipliers, step: 2e-3 },
      figures: ['bodies', 'coordinates', 'equations', 'freedoms']
    },
    {
      title: 'Forces that do no work',
      text: 'A hinge pushes and twists only where nothing may move. So its force does no work: it changes directions, not energy. For every equation of the hinge there is one number, how hard it pushes. All of them together must leave accelerations that keep all hinges closed.',
      figures: ['equations', 'energy', 'worstLoop']
    },
    {
      title: 'A large system, mostly empty',
      text: 'Written down at once, bodies and hinges make one symmetric matrix, far larger than the mass matrix of the angles. But a hinge touches two bodies alone: nearly all of it is zero. Solved as a dense one it would cost the cube of its size.',
      stage: { mechanism: 'chain', options: { links: 30 }, ...multipliers, step: 2e-3 },
      figures: ['coordinates', 'equations', 'stepTime']
    },
    {
      title: 'Leaves first',
      text: 'Order bodies and hinges so that each stands before the one that carries it. Then elimination never fills a zero: every column has one entry beside its diagonal. One sweep inward, one outward, and all multipliers are known. The cost is O(n).',
      stage: { mechanism: 'tree', ...multipliers, step: 5e-4 },
      figures: ['bodies', 'equations', 'stepTime'],
      tryIt: 'Make the tree deeper, and compare bodies with the time of a step.'
    },
    {
      title: 'It is the same recursion',
      text: 'Sweep inward, sweep outward: you have seen that elsewhere. Eliminating a body and its hinge leaves on its carrier exactly the articulated inertia that these passes hand on. Two ways of saying hinge, one structure below.',
      stage: { mechanism: 'chain', options: { links: 4 } },
      part: 'recursion'
    },
    {
      title: 'Drift, and who pays for it',
      text: 'Accelerations keep hinges closed only to second order: rounding and step errors open them. Baumgarte’s old cure feeds the gap back as a spring would. Watch the worst gap: it is small, never nothing, and the energy error climbs.',
      stage: {
        mechanism: 'four-bar',
        method: 'multipliers',
        integrator: 'baumgarte',
        step: 2e-3,
        accuracy: true
      },
      figures: ['loop', 'worstLoop', 'worstEnergy']
    },
    {
      title: 'Positions that obey',
      text: 'RATTLE solves for the multipliers so that the new positions satisfy the equations, and then the new velocities do. The gap is rounding now, and the energy error swings without growing. The sweep of O(n) is run a few times a step.',
      stage: { mechanism: 'four-bar', ...multipliers, step: 2e-3, accuracy: true },
      figures: ['worstLoop', 'worstEnergy', 'stepTime'],
      tryIt: 'Change between RATTLE and Baumgarte, and look at both errors.'
    },
    {
      title: 'Loops come last',
      text: 'Two loops here. A loop’s last hinge fits no order of leaves: it would fill the matrix. Baraff takes such hinges out, solves the tree once for each of their k equations, and then a small dense system of size k for the rest.',
      stage: { mechanism: 'six-bar', ...multipliers, step: 2e-3 },
      figures: ['bodies', 'freedoms', 'worstLoop', 'stepTime']
    },
    {
      title: 'What angles cannot say',
      text: 'This disc rolls and does not slip: its speed is bound, its place is not. No set of coordinates describes that, but three equations between velocities do, and three multipliers keep them. It is why the second way is worth its size.',
      stage: { mechanism: 'rolling-disc' },
      figures: ['coordinates', 'worstEnergy', 'stepTime'],
      tryIt: 'Change its lean and its speed.'
    }
  ]
}
