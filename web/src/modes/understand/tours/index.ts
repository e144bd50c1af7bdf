import type { TourName } from '../../../model/lesson.ts'
import { baraff } from './baraff.ts'
import { bruedigam } from './bruedigam.ts'
import { chignoli } from './chignoli.ts'
import { lee } from './lee.ts'
import { siGuenter } from './si-guenter.ts'
import type { Tour } from './tour.ts'

/** Five tours, one per paper. */
export const tours: Readonly<Record<TourName, Tour>> = {
  lee,
  'si-guenter': siGuenter,
  baraff,
  bruedigam,
  chignoli
}
