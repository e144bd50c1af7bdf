import { Raycaster, Vector3 } from 'three'
import { expect, it } from 'vitest'
import type { Framing } from '../../model/stage.ts'
import { Eye, ease } from './camera.ts'

const framing: Framing = {
  min: [-2.3, 0.02],
  max: [2.3, 2.92],
  azimuth: 12,
  elevation: 6.5,
  fieldOfView: 26,
  floor: 0,
  grid: { minor: 0.1, major: 0.5, radius: 4.6 }
}

function eyeOn(width: number, height: number, inset = 0): Eye {
  const eye = new Eye(
    () => true,
    () => {}
  )
  eye.resize(width, height, inset)
  eye.setFraming(framing, false)
  return eye
}

it.each([
  [928, 684, 0],
  [390, 480, 0],
  [390, 700, 400]
])('shows the whole framing box on %i by %i with %i covered', (width, height, inset) => {
  const eye = eyeOn(width, height, inset)
  for (const x of [framing.min[0], framing.max[0]]) {
    for (const y of [framing.min[1], framing.max[1]]) {
      const at = eye.project(new Vector3(x, y, 0), new Vector3())
      expect(at.x).toBeGreaterThan(0)
      expect(at.x).toBeLessThan(width)
      expect(at.y).toBeGreaterThan(0)
      expect(at.y).toBeLessThan(height - inset)
    }
  }
})

it('measures meters in the plane of the mechanism', () => {
  const eye = eyeOn(928, 684)
  eye.setNumbers([0, 0, 1, 0, 1.47, 0]) // seen from the front the plane faces the eye
  const left = eye.project(new Vector3(-0.5, 1.47, 0), new Vector3())
  const right = eye.project(new Vector3(0.5, 1.47, 0), new Vector3())
  expect(right.x - left.x).toBeCloseTo(eye.pixelsPerMeter(), 6)
})

it('looks by parallel rays: every depth is as large as the plane of the mechanism', () => {
  const eye = eyeOn(600, 500, 120)
  eye.setNumbers([0, 0, 1, 0, 1.47, 0])
  const scale = eye.pixelsPerMeter()
  eye.setFlat(true)
  expect(eye.pixelsPerMeter()).toBe(scale)
  for (const depth of [-1, 0, 0.7]) {
    const at = eye.project(new Vector3(0.5, 1.97, depth), new Vector3())
    expect(at.x).toBeCloseTo(300 + 0.5 * scale, 6)
    expect(at.y).toBeCloseTo(190 - 0.5 * scale, 6)
  }
  const point = new Vector3(0.4, 1.1, -0.3)
  const at = eye.project(point, new Vector3())
  const caster = new Raycaster()
  eye.cast(at.x, at.y, caster)
  expect(caster.ray.distanceToPoint(point)).toBeLessThan(1e-6)
})

it('casts rays through the place that it projects a point to', () => {
  const eye = eyeOn(600, 500, 120)
  const point = new Vector3(0.4, 1.1, -0.3)
  const at = eye.project(point, new Vector3())
  const caster = new Raycaster()
  eye.cast(at.x, at.y, caster)
  expect(caster.ray.distanceToPoint(point)).toBeLessThan(1e-6) // single precision in the matrices
})

it('keeps elevation, distance and panning within limits', () => {
  const eye = eyeOn(600, 500)
  eye.orbit(0, 1e5)
  eye.zoom(1e3)
  eye.pan(1e6, 0)
  eye.update(0, 16)
  expect(eye.view.elevation).toBeCloseTo((85 * Math.PI) / 180)
  expect(eye.view.distance).toBeCloseTo(3 * eye.home.distance)
  expect(eye.view.target.distanceTo(eye.home.target)).toBeLessThanOrEqual(eye.size * (1 + 1e-12))
})

it('gives its view as numbers and takes it back', () => {
  const eye = eyeOn(600, 500)
  eye.orbit(40, 25)
  eye.zoom(0.8)
  eye.update(0, 16)
  const numbers = eye.numbers()
  const other = eyeOn(600, 500)
  other.setNumbers(numbers)
  for (const [i, value] of other.numbers().entries()) expect(value).toBeCloseTo(numbers[i] ?? 0)
  other.setNumbers([Number.NaN, 0, 1, 0, 0, 0])
  expect(other.numbers()[0]).toBeCloseTo(numbers[0] ?? 0)
})

it('eases from rest to rest', () => {
  expect(ease(0)).toBeCloseTo(0, 5)
  expect(ease(1)).toBeCloseTo(1, 5)
  expect(ease(0.5)).toBeGreaterThan(0.8) // cubic-bezier(.2, 0, 0, 1) runs ahead
})

it('follows its mechanism, and returns the camera relative to it', () => {
  const eye = eyeOn(600, 500)
  const before = eye.numbers()
  const point = new Vector3(0.4, 1.1, -0.3)
  const at = eye.project(point, new Vector3())
  const way = new Vector3(7, 0.5, -2)
  eye.follow(way)
  expect(eye.project(point.add(way), new Vector3()).distanceTo(at)).toBeLessThan(1e-9)
  for (const [i, value] of eye.numbers().entries()) expect(value).toBeCloseTo(before[i] ?? 0, 12)
  eye.resize(600, 400, 0)
  expect(eye.home.target.x).toBeCloseTo(7, 12)
  eye.setNumbers(before)
  for (const [i, value] of eye.numbers().entries()) expect(value).toBeCloseTo(before[i] ?? 0, 12)
})
