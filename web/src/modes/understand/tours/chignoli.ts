import type { Tour } from './tour.ts'

export const chignoli: Tour = {
  title: 'What a cluster is',
  paper: 'Chignoli and co-authors',
  stops: [
    {
      title: 'Trees are easy',
      text: 'In a tree every body has one that carries it. Three passes, outward, inward, outward, find all accelerations, and each body is visited three times. Robots are hardly ever trees: gears, belts and linkages tie bodies to each other.',
      stage: { mechanism: 'tree' },
      figures: ['bodies', 'freedoms', 'stepTime']
    },
    {
      title: 'A loop has no leaf',
      text: 'Crank, coupler and rocker: the rocker is carried by the ground and held by the coupler. Whichever body you begin with, its force depends on one that comes later. The passes cannot go round in a circle.',
      stage: { mechanism: 'four-bar' },
      figures: ['bodies', 'freedoms', 'worstLoop']
    },
    {
      title: 'Take them together',
      text: 'The way out is simple: treat the bodies of a loop as one. That is a cluster. Outside it the tree is a tree again; inside, a few equations are solved at once, small and dense. Every body in colour here belongs to one.',
      part: 'clusters'
    },
    {
      title: 'K and G',
      text: 'K says which joint speeds the loop forbids, G which ones it leaves: K G = 0. Five equations close a loop in space, but this one is flat, so that two of them say all. How many count is the rank; singular values tell.',
      part: 'clusters'
    },
    {
      title: 'The passes, cluster by cluster',
      text: 'Velocities still go outward body by body. On the way inward the cluster is eliminated at once: with S = its joints’ axes times G, the line is the one for a single body. Press “In the source” at the inward pass.',
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
      text: 'Many programs add the rotor’s inertia to the joint and forget that it also turns with the leg. A cluster forgets nothing and costs about the same, since it is solved where it stands. Here are four legs of three such motors each.',
      stage: { mechanism: 'mini-cheetah' },
      figures: ['bodies', 'freedoms', 'stepTime']
    },
    {
      title: 'Differentials',
      text: 'In Tello’s legs two motors move two joints together: what the one turns is the sum of both, what the other turns their difference. Such a cluster has two freedoms and several bodies. The recursion does not ask what is inside it.',
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
