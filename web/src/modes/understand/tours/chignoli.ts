import type { Tour } from './tour.ts'

export const chignoli: Tour = {
  title: 'What a cluster is',
  paper: 'Chignoli and co-authors',
  stops: [
    {
      title: 'Trees are easy',
      text: 'In a tree every body has one parent. Three passes (forward, backward, forward) compute all accelerations and visit each body three times. Robots are rarely trees: gears, belts and linkages connect bodies to each other.',
      stage: { mechanism: 'tree' },
      figures: ['bodies', 'freedoms', 'stepTime']
    },
    {
      title: 'A loop has no leaf',
      text: 'Crank, coupler and rocker: the rocker is attached to the ground and to the coupler. For every first body, its force depends on one that comes later. The passes cannot follow a cycle.',
      stage: { mechanism: 'four-bar' },
      figures: ['bodies', 'freedoms', 'worstLoop']
    },
    {
      title: 'Take them together',
      text: 'The solution is simple: treat the bodies of a loop as one cluster. The clusters form a tree again. Inside a cluster, a few equations are solved together, small and dense. Every colored body here belongs to a cluster.',
      part: 'clusters'
    },
    {
      title: 'K and G',
      text: 'K describes the joint velocities that the loop blocks, G those that it allows: K G = 0. Five equations close a loop in space, but this one is planar, so two of them suffice. The singular values give the rank.',
      part: 'clusters'
    },
    {
      title: 'The passes, cluster by cluster',
      text: 'The forward pass still computes velocities body by body. The backward pass eliminates the cluster as a whole: S is the matrix of its joint axes times G, in the equation for a single body. Click “In the source” in the backward pass.',
      stage: { mechanism: 'four-bar' },
      part: 'recursion'
    },
    {
      title: 'A gear is a cluster of two',
      text: 'Each motor’s rotor turns several times as fast as its joint. Rotor and link are two bodies and one equation. At a ratio of nine, the rotor’s inertia counts eighty-one times: no detail to leave out. Press a part to see its cluster.',
      stage: { mechanism: 'leg' },
      part: 'clusters'
    },
    {
      title: 'Approximate, or exact',
      text: 'Many programs add the rotor’s inertia to the joint and ignore that the rotor also turns with the leg. A cluster models both at about the same cost, because it is solved locally. Here are four legs with three such motors each.',
      stage: { mechanism: 'mini-cheetah' },
      figures: ['bodies', 'freedoms', 'stepTime']
    },
    {
      title: 'Differentials',
      text: 'In Tello’s legs two motors move two joints together: one joint turns with their sum, the other with their difference. Such a cluster has two degrees of freedom and several bodies. The recursion does not depend on its contents.',
      stage: { mechanism: 'tello' },
      part: 'clusters'
    },
    {
      title: 'Still linear',
      text: 'The dense solve of a cluster depends on its own size. If clusters stay small, twice as many of them take twice the time. That is the claim of the paper; measure the plain chain here, then a chain of geared joints in Watch.',
      part: 'linear-time'
    }
  ]
}
