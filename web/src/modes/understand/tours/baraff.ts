import type { Tour } from './tour.ts'

const multipliers = { method: 'multipliers', integrator: 'rattle' } as const

export const baraff: Tour = {
  title: 'What a multiplier is',
  paper: 'Baraff, 1996',
  stops: [
    {
      title: 'Two ways to model a joint',
      text: 'One way: a link has one angle, and nothing else can change. The other: a link is a free body with six coordinates, and a force at its joint removes five of them. Baraff takes the second way. That force is the multiplier.',
      stage: { mechanism: 'chain', options: { links: 6 }, ...multipliers, step: 2e-3 },
      figures: ['bodies', 'coordinates', 'equations', 'freedoms']
    },
    {
      title: 'Forces that do no work',
      text: 'A joint applies forces only in directions that it blocks. So these forces do no work: they change directions, not energy. Each constraint equation has one multiplier, the size of its force. Together, the multipliers must give accelerations that keep all joints closed.',
      figures: ['equations', 'energy', 'worstLoop']
    },
    {
      title: 'A large system, mostly empty',
      text: 'Bodies and joints form one symmetric matrix, far larger than the mass matrix of the angles. But a joint involves only two bodies, so nearly all entries are zero. A dense solve would cost the cube of the size.',
      stage: { mechanism: 'chain', options: { links: 30 }, ...multipliers, step: 2e-3 },
      figures: ['coordinates', 'equations', 'stepTime']
    },
    {
      title: 'Leaves first',
      text: 'Order bodies and joints from the leaves to the root, each before its parent. Then elimination fills no zero: every column has one entry off the diagonal. One backward pass and one forward pass give all multipliers. The cost is O(n).',
      stage: { mechanism: 'tree', ...multipliers, step: 5e-4 },
      figures: ['bodies', 'equations', 'stepTime'],
      tryIt: 'Make the tree deeper, and compare bodies with the time of a step.'
    },
    {
      title: 'It is the same recursion',
      text: 'The backward and forward passes are those of the articulated-body algorithm. Eliminating a body and its joint adds to the parent exactly the articulated inertia that these passes propagate. The two joint models share one structure.',
      stage: { mechanism: 'chain', options: { links: 4 } },
      part: 'recursion'
    },
    {
      title: 'Drift, and who pays for it',
      text: 'Accelerations keep joints closed only to second order: rounding and step errors open them. Baumgarte’s method feeds the constraint violation back like a spring. Watch the largest violation: it is small but never zero, and the energy error grows.',
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
      title: 'Constraints on positions',
      text: 'RATTLE chooses the multipliers to satisfy the equations with the new positions, then with the new velocities. The constraint violation is now rounding, and the energy error oscillates without growing. Each step runs the O(n) solve a few times.',
      stage: { mechanism: 'four-bar', ...multipliers, step: 2e-3, accuracy: true },
      figures: ['worstLoop', 'worstEnergy', 'stepTime'],
      tryIt: 'Change between RATTLE and Baumgarte, and look at both errors.'
    },
    {
      title: 'Loops come last',
      text: 'Here are two loops. The last joint of a loop fits no such order: it would fill the matrix. Baraff removes these joints, solves the tree once for each of their k equations, and then a small dense system of size k.',
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
