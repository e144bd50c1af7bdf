import { load, MechanismError } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'
import { messageOf } from './urdf-message.js'

/** Documents of untrusted users: their size is bounded, their names are text. */

const linkwork = await load()

const link = (name: string, inside = '') =>
  `<link name="${name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>${inside}</link>`
const joint = (name: string, parent: string, child: string, inside = '') =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`
const robot = (inside: string) => `<robot name="r">${inside}</robot>`

/** Links one behind the other, their joints with something inside. */
function chain(count: number, inside: (index: number) => string = () => ''): string {
  const links = Array.from({ length: count }, (_, i) => link(`l${i}`))
  const joints = links.slice(1).map((_, i) => joint(`j${i}`, `l${i}`, `l${i + 1}`, inside(i)))
  return robot([...links, ...joints].join(''))
}

describe('a document type is refused in every place', () => {
  const laughs = [...'bcdefghij'].map(
    (letter, i) => `<!ENTITY ${letter} "${`&${'abcdefghi'[i]};`.repeat(10)}">`
  )
  it.each([
    ['billion laughs', `<!DOCTYPE r [<!ENTITY a "ha">${laughs.join('')}]>${robot(link('&j;'))}`],
    ['a file outside', `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///x">]>${robot(link('&x;'))}`],
    ['nothing in it', `<!DOCTYPE robot>${robot(link('a'))}`],
    ['after a comment', `<!-- a --><!DOCTYPE robot>${robot(link('a'))}`],
    ['inside', robot(`${link('a')}<!DOCTYPE r [<!ENTITY a "b">]>`)],
    ['no end', '<!DOCTYPE r [']
  ])('%s', (_, text) => {
    expect(messageOf(text)).toMatch(/^line 1: found "<!DOCTYPE.*document types and entities/)
  })

  it('what comments and CDATA say is no document type', () => {
    const text = `<!-- <!DOCTYPE a> -->${robot(`<![CDATA[<!DOCTYPE b>]]>${link('a')}`)}`
    expect(mechanismFromUrdf(linkwork, text).mechanism.bodies).toHaveLength(1)
  })
})

describe('size and depth have bounds', () => {
  it.each([
    [
      'characters',
      ' '.repeat(2 ** 26 + 1),
      /^urdf: expected at most 67108864 characters, found 671/
    ],
    [
      'one text',
      robot(' '.repeat(2 ** 20)),
      /at most 1048576 characters from one < to the next, fo/
    ],
    ['one tag', `<robot ${'a="b" '.repeat(2 ** 18)}/>`, /at most 1048576 characters from one < to/],
    ['elements', '<a/>'.repeat(500_001), /^urdf: expected at most 500000 elements, found 500001/],
    ['depth', '<a>'.repeat(1e5) + '</a>'.repeat(1e5), /at most 64 elements inside one another/],
    ['unclosed', '<a>'.repeat(1e5), /^line 1: not well-formed XML: /],
    ['no text', 7 as unknown as string, /^urdf: expected a string, found 7$/]
  ])('%s', (_, text, message) => {
    const said = messageOf(text)
    expect(said).toMatch(message)
    expect(said.length).toBeLessThan(400)
  })

  it('64 deep is read', () => {
    const deep = `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`
    expect(mechanismFromUrdf(linkwork, robot(deep + link('a'))).mechanism.bodies).toHaveLength(1)
  })
})

// Quadratic time in a document's size would exceed the time limit of the test.
describe('much is read in time', () => {
  it('a chain of 10 000 links', () => {
    expect(mechanismFromUrdf(linkwork, chain(10_000)).mechanism.bodies).toHaveLength(10_000)
  })

  it('a cycle of 10 000 parents', () => {
    const text = chain(10_000).replace('</robot>', `${joint('back', 'l9999', 'l0')}</robot>`)
    const said = messageOf(text)
    expect(said).toMatch(/is part of a cycle of parents: .* → … → .*; a <loop> closes a cycle/)
    expect(said.length).toBeLessThan(1000)
  })

  it('a ring of 10 000 joints, each of which mimics the next', () => {
    const text = chain(10_001, (i) => `<mimic joint="j${(i + 1) % 10_000}"/>`)
    expect(messageOf(text)).toMatch(/the joint mimics itself: j0 → j1 → .* → … → .* → j0$/)
  })

  it('names and numbers of 100 000 letters, which errors shorten', () => {
    const [long, other] = ['a'.repeat(1e5), 'b'.repeat(1e5)]
    for (const text of [
      robot(link(long) + joint('j', other, long)),
      robot(link(long) + link(long)),
      robot(link('a').replace('value="1"', `value="${'1'.repeat(1e5)}x"`))
    ]) {
      expect(messageOf(text).length).toBeLessThan(500)
    }
  })

  it('couplings of links far out, whose terms have a bound', () => {
    const far = (i: number) =>
      `<coupling name="c${i}"><predecessor link="l0"/><successor link="l2999"/></coupling>`
    const couplings = Array.from({ length: 400 }, (_, i) => far(i)).join('')
    const side = link('side') + joint('aside', 'l0', 'side')
    const text = chain(3000).replaceAll(
      '</robot>',
      `${side}${couplings.replaceAll('"l0"', '"side"')}</robot>`
    )
    expect(messageOf(text)).toMatch(/^line 1: coupling "c\d+": with those before it ties more than/)
  })
})

describe('names of objects’ own properties', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString']

  it('name links and joints as others do', () => {
    for (const name of names) {
      const { mechanism } = mechanismFromUrdf(
        linkwork,
        robot(link('a') + link(name) + joint(name, 'a', name))
      )
      expect(mechanism.bodies.map((body) => body.name)).toEqual(['a', name])
    }
  })

  it('as elements and attributes they change nothing', () => {
    for (const name of names) {
      for (const text of [
        robot(`<${name} mass="1"/>${link('a')}`),
        `<robot name="r" ${name}="x">${link('a')}</robot>`
      ]) {
        try {
          expect(mechanismFromUrdf(linkwork, text).mechanism.bodies).toHaveLength(1)
        } catch (error) {
          expect(error).toBeInstanceOf(MechanismError)
        }
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>)['mass']).toBeUndefined()
  })
})

it('markup in names is text', () => {
  const { mechanism } = mechanismFromUrdf(
    linkwork,
    robot(link('&lt;img src=x onerror=alert(1)&gt;'))
  )
  expect(mechanism.bodies[0]?.name).toBe('<img src=x onerror=alert(1)>')
})
