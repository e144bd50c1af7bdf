import { fourBar, gearedLeg, load } from 'linkwork'
import { expect, it } from 'vitest'
import { distanceToSingular, tiedClusters, velocityNames } from './cluster-facts.ts'

const linkwork = await load()

it('a loop is one cluster; a parallelogram is singular where it is flat', () => {
  const bars = { ground: 0.4, crank: 0.2, coupler: 0.4, rocker: 0.2 }
  const distance = (startAngle: number) => {
    const passes = linkwork.model(fourBar({ ...bars, startAngle })).recursion()
    expect(tiedClusters(passes)).toEqual([0])
    const [cluster] = passes.clusters
    return cluster ? distanceToSingular(cluster) : Number.NaN
  }
  const near = [1, 0.3, 0.1, 0.03].map(distance)
  expect(near).toEqual([...near].sort((one, other) => other - one))
  expect(near.at(-1)).toBeLessThan(0.05)
})

it('names as many entries of v as there are', () => {
  const model = linkwork.model(gearedLeg())
  const names = velocityNames(model.mechanism)
  expect(names.length).toBe(model.velocitySize)
  expect(new Set(names).size).toBe(names.length)
})
