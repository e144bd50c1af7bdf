import { drawn, linksOf, pointsOf, polar, type Spot } from './drawing-kit.ts'
import type { Sketch } from './sketch.ts'

const O: Spot = [0, 0]
const wheels = { sun: 0.06, planet: 0.045 }
const reach = wheels.sun + wheels.planet
const [p, q, r] = [0.25, 0.25 + (2 * Math.PI) / 3, 0.25 + (4 * Math.PI) / 3]

/** Three planets where one would do: the others share the load, and are redundant. */
export const planetaryGear: Sketch = drawn({
  name: 'Planetary gear',
  points: pointsOf({ O, P: polar(O, reach, p), Q: polar(O, reach, q), R: polar(O, reach, r) }, 'O'),
  links: linksOf({
    sun: 'O',
    'planet carrier': 'PQR',
    'planet P': 'P',
    'planet Q': 'Q',
    'planet R': 'R'
  })
    .map((link) =>
      link.id === 'planet carrier' ? { ...link, points: ['O', 'P', 'Q', 'R'] } : link
    )
    .concat(linksOf({ ring: 'O' }).map((link) => ({ ...link, fixed: true }))),
  gears: ['P', 'Q', 'R'].flatMap((point) => {
    const planet = { link: `planet ${point}`, point }
    const ring = reach + wheels.planet
    return [
      {
        id: `sun and ${point}`,
        a: { link: 'sun', point: 'O' },
        b: planet,
        ratio: wheels.sun / wheels.planet
      },
      {
        id: `ring and ${point}`,
        a: { link: 'ring', point: 'O' },
        b: planet,
        ratio: ring / wheels.planet,
        inner: true
      }
    ]
  }),
  motors: [{ id: 'motor', point: 'O', link: 'sun', speed: 4 }]
})

/**
 * Two suns on one axle. Two meshing planets turn them in opposite directions, relative to the
 * planet carrier.
 */
const turn = 2 * Math.asin(wheels.planet / reach)

export const differential: Sketch = drawn({
  name: 'Differential',
  points: pointsOf({ O, P: polar(O, reach, 1), Q: polar(O, reach, 1 + turn) }, 'O'),
  links: linksOf({
    'left sun': 'O',
    'right sun': 'O',
    'planet carrier': 'OPQ',
    'planet P': 'P',
    'planet Q': 'Q'
  }),
  gears: [
    {
      id: 'left',
      a: { link: 'left sun', point: 'O' },
      b: { link: 'planet P', point: 'P' },
      ratio: wheels.sun / wheels.planet
    },
    {
      id: 'pair',
      a: { link: 'planet P', point: 'P' },
      b: { link: 'planet Q', point: 'Q' },
      ratio: 1
    },
    {
      id: 'right',
      a: { link: 'right sun', point: 'O' },
      b: { link: 'planet Q', point: 'Q' },
      ratio: wheels.sun / wheels.planet
    }
  ]
})
