import type { Tour } from './tour.ts'

export const siGuenter: Tour = {
  title: 'Joints as functions',
  paper: 'Si and Guenter',
  stops: [
    {
      title: 'What a joint is',
      text: 'A joint defines the possible poses of a body relative to its parent. A revolute joint allows a rotation by one angle. Most programs have a few joint types, each coded by hand. Here all joints are revolute.',
      stage: { mechanism: 'chain', options: { links: 6 } },
      figures: ['bodies', 'freedoms']
    },
    {
      title: 'A joint is a function',
      text: 'Si and Guenter generalize this: a joint is any smooth function from coordinates to a pose. Its first derivative is the motion subspace S, its second gives the bias. These rings touch each other like tori: the contact itself is the joint.',
      stage: { mechanism: 'torus-chain' },
      figures: ['bodies', 'freedoms', 'worstEnergy']
    },
    {
      title: 'The derivatives are the work',
      text: 'A point of a torus takes sines of two angles; two tori that touch take four, and the pose that follows from them has long second derivatives. By hand they are full of errors. A program that differentiates expressions writes them, and shares what occurs twice.',
      figures: ['freedoms', 'stepTime']
    },
    {
      title: 'The recursion does not notice',
      text: 'Once S and its bias are there, the algorithm is the one for revolute joints. Look at the line and its numbers: S q̇ now has entries in all directions, for such a joint turns and shifts at once. The passes and their cost are the same.',
      stage: { mechanism: 'torus-chain', options: { links: 4 } },
      part: 'recursion'
    },
    {
      title: 'Along a curve',
      text: 'The first ring slides along a rail, a Bézier curve of seven points. The coordinate is the place along the curve. The program needs only the curve and its two derivatives. It never computes the force that keeps the ring on the rail.',
      stage: { mechanism: 'rail-torus-chain' },
      figures: ['freedoms', 'worstEnergy', 'stepTime'],
      tryIt: 'Let it start elsewhere, and pull a ring along its rail.'
    },
    {
      title: 'Over a surface',
      text: 'The board rests on a patch of twenty-five control points and may slide and spin on it: three coordinates. It supports chains of ordinary links. It cannot leave the surface, because no coordinate describes such a motion. No spring is needed.',
      stage: { mechanism: 'surface-board' },
      figures: ['freedoms', 'worstEnergy', 'stepTime'],
      tryIt: 'Give it more spin at the start.'
    },
    {
      title: 'Surfaces on surfaces',
      text: 'Tori, spheres and ellipsoids touch each other in this windmill of the paper. Each contact has its own coordinates on both surfaces. The condition that normals face each other is part of the function, so rounding cannot break the contact.',
      stage: { mechanism: 'windmill' },
      figures: ['bodies', 'freedoms', 'worstEnergy']
    },
    {
      title: 'Compiled for one mechanism',
      text: 'The paper turns its expressions into code for one mechanism, and so does this page: what you see is moved by WebAssembly written for it a moment ago, in your browser. The time of a step below is that of this code.',
      stage: { mechanism: 'torus-chain', options: { links: 10 } },
      figures: ['stepTime', 'bodies', 'freedoms']
    },
    {
      title: 'No drift, by construction',
      text: 'Minimal coordinates have nothing to correct: every set of them is a pose where all joints hold. The remaining error is that of the steps, in the energy. Double the rings: the time of a step doubles, for every type of joint.',
      figures: ['worstEnergy', 'stepTime'],
      tryIt: 'Change the number of rings and compare the time of a step.'
    }
  ]
}
