import { load, type Mechanism } from 'linkwork'
import { mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { expect, it } from 'vitest'

const linkwork = await load()

const documentWith = (asset: string, geom: string) => `<mujoco><asset>${asset}</asset>
  <worldbody><geom type="hfield" ${geom}/>
    <body name="ball" pos="0 0 3"><freejoint/><geom size="0.05"/></body></worldbody></mujoco>`

const field =
  '<hfield name="h" nrow="3" ncol="4" size="3 2 1.5 0.1" elevation="0 0 0 1  0 0 0 0  2 0 0 0"/>'

// Places x, y, z of the surface by MuJoCo 3.14.0: mj_ray, straight down.
const surface = [
  [-2.99, -1.99, 1.6925],
  [2.99, 1.99, 0.94625],
  [2.99, -1.99, 0.2],
  [-2.99, 1.99, 0.2],
  [-2.5, -1.2, 1.1],
  [-2.2, -1.5, 1.1],
  [2.5, 1.6, 0.7625]
] as const

const heightOf = (mechanism: Mechanism, x: number, y: number) =>
  linkwork.simulate(mechanism).contacts.castRay([x, y, 4], [0, 0, -1])?.point[2]

it('<hfield> is ground with the heights of MuJoCo', () => {
  const { mechanism, warnings } = mechanismFromMjcf(
    linkwork,
    documentWith(field, 'hfield="h" pos="0 0 0.2"')
  )
  expect(warnings).toEqual([])
  for (const [x, y, z] of surface) expect(heightOf(mechanism, x, y)).toBeCloseTo(z, 12)
})

it('<hfield> comes back', () => {
  const { mechanism } = mechanismFromMjcf(
    linkwork,
    documentWith(field, 'hfield="h" pos="0.1 0 0.2"')
  )
  const { text, warnings } = mechanismToMjcf(linkwork, mechanism)
  expect(warnings).toEqual([])
  expect(mechanismFromMjcf(linkwork, text).mechanism.contact).toEqual(mechanism.contact)
  const flat = mechanismFromMjcf(
    linkwork,
    documentWith(field.replace(/elevation="[^"]*"/, ''), 'hfield="h"')
  )
  expect(
    heightOf(
      mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, flat.mechanism).text).mechanism,
      1,
      1
    )
  ).toBe(0)
})

it('<hfield> of an image is left out, and so is what is wrong', () => {
  const warningsOf = (asset: string, geom = 'hfield="h"') =>
    mechanismFromMjcf(linkwork, documentWith(asset, geom)).warnings
  const image = '<hfield name="h" file="hills.png" size="3 2 1.5 0.1"/>'
  expect(warningsOf(image)).toEqual([expect.stringContaining('a hfield touches nothing here')])
  expect(warningsOf(field.replace('nrow="3"', 'nrow="4"'))).toEqual([
    expect.stringContaining('expected 16 numbers, found 12'),
    expect.stringContaining('no collider')
  ])
})
