import { fourBar as catalogued } from 'linkwork'

/** A crank that turns round and round (0.2 + 0.6 < 0.5 + 0.6), from rest and near its highest pose. */
export const fourBar = (linkwork) =>
  linkwork.mechanism(
    catalogued({
      ground: 0.6,
      crank: 0.2,
      coupler: 0.6,
      rocker: 0.5,
      startAngle: 2,
      startSpeed: 0
    })
  )
