import { load, MechanismError } from 'linkwork'
import { mechanismFromUrdf, mechanismToUrdf } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'
import { expectSameMotion, inexpressible } from './same-motion.js'

const linkwork = await load()

const names = linkwork.catalogue.map(({ name }) => name)

describe('URDF of the catalogue', () => {
  it.each(names.filter((name) => !inexpressible.includes(name)))('%s comes back', (catalogue) => {
    const mechanism = linkwork.mechanism({ catalogue } as never)
    const { text } = mechanismToUrdf(linkwork, mechanism)
    const back = mechanismFromUrdf(linkwork, text).mechanism
    expectSameMotion(linkwork, mechanism, back)
  })

  it.each(inexpressible)('%s has what is refused', (catalogue) => {
    const mechanism = linkwork.mechanism({ catalogue } as never)
    expect(() => mechanismToUrdf(linkwork, mechanism)).toThrow(MechanismError)
    expect(() => mechanismToUrdf(linkwork, mechanism)).toThrow(/URDF has no \w+; expected one of/)
  })
})
