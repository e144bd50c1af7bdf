import { chebyshev, jansen, klann, peaucellier } from './classic-curves.ts'
import { differential, planetaryGear } from './classic-gears.ts'
import {
  cognates,
  fourBar,
  pantograph,
  scissorLift,
  sliderCrank,
  stephenson,
  watt
} from './classic-linkages.ts'
import type { Sketch } from './sketch.ts'

export interface Classic {
  readonly name: string
  /** Its property, or its author. */
  readonly note: string
  readonly sketch: Sketch
}

/** Linkages to start from, in the order of the rail. */
export const classics: readonly Classic[] = [
  { name: 'Four-bar', note: 'Grashof: the crank turns round', sketch: fourBar },
  { name: 'Slider-crank', note: 'A piston', sketch: sliderCrank },
  { name: 'Cognates', note: 'Roberts and Chebyshev: three linkages, one curve', sketch: cognates },
  { name: 'Watt six-bar', note: 'Two four-bars in a row', sketch: watt },
  { name: 'Stephenson six-bar', note: 'A dyad on a coupler', sketch: stephenson },
  { name: 'Chebyshev', note: 'Almost straight', sketch: chebyshev },
  { name: 'Peaucellier', note: 'Straight', sketch: peaucellier },
  { name: 'Klann', note: 'A leg of six bars', sketch: klann },
  { name: 'Jansen', note: 'A leg of eight bars', sketch: jansen },
  { name: 'Pantograph', note: 'Draws twice as large', sketch: pantograph },
  { name: 'Scissor lift', note: 'Three stages', sketch: scissorLift },
  { name: 'Planetary gear', note: 'Sun, planets and ring', sketch: planetaryGear },
  { name: 'Differential', note: 'Two suns, one planet carrier', sketch: differential }
]
