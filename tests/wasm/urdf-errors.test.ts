import { load } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'
import { messageOf } from './urdf-message.js'

const linkwork = await load()

const inertial =
  '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'

/** Lines 2 to 7 of a document that is right, some of them put differently. */
function document(lines: Readonly<Record<number, string>> = {}, more = ''): string {
  const right = [
    '<robot name="r">',
    '<link name="base"/>',
    `<link name="thigh">${inertial}</link>`,
    `<link name="shank">${inertial}</link>`,
    '<joint name="hip" type="revolute"><parent link="base"/><child link="thigh"/></joint>',
    '<joint name="knee" type="revolute"><parent link="thigh"/><child link="shank"/></joint>',
    more,
    '</robot>'
  ]
  return right.map((line, i) => lines[i + 1] ?? line).join('\n')
}

const knee = (inside: string, type = 'revolute') => ({
  6: `<joint name="knee" type="${type}"><parent link="thigh"/><child link="shank"/>${inside}</joint>`
})
const thigh = (inside: string) => ({ 3: `<link name="thigh">${inside}</link>` })

it('the document itself is right', () => {
  expect(mechanismFromUrdf(linkwork, document()).mechanism.joints).toHaveLength(2)
})

describe('the text', () => {
  it.each([
    ['JSON', '{ "linkwork": 1 }', /^line 1: not well-formed XML/],
    ['nothing', '', /^line 1: not well-formed XML/],
    [
      'an open tag',
      document({ 3: '<link name="thigh">' }),
      /^line \d: not well-formed XML: .*link/
    ],
    ['another format', '<sdf version="1.7"><model/></sdf>', /^line 1: expected <robot>.*<sdf>/],
    [
      'a macro',
      document({ 2: '<xacro:macro name="leg"/>' }),
      /^line 2: found <xacro:macro>: this is xacro.*xacro robot\.urdf\.xacro > robot\.urdf/
    ],
    [
      'a placeholder',
      document(thigh(`<inertial><mass value="${'$'}{m}"/></inertial>`)),
      /^line 3: .*xacro/
    ],
    ['no link', '<robot name="r"></robot>', /^line 1: robot "r": expected an element <link>/],
    ['only a ground', '<robot name="r"><link name="base"/></robot>', /is the ground/]
  ])('%s', (_, text, message) => expect(messageOf(text)).toMatch(message))
})

describe('names', () => {
  it.each([
    ['none', document({ 2: '<link/>' }), 'line 2: link: expected an attribute name, found none'],
    ['empty', document({ 2: '<link name=""/>' }), 'line 2: link "" name: is empty'],
    [
      'of two links',
      document({ 4: '<link name="thigh"/>' }),
      'line 4: link "thigh" name: another link is named "thigh" already'
    ],
    [
      'of two joints',
      document({
        6: '<joint name="hip" type="fixed"><parent link="thigh"/><child link="shank"/></joint>'
      }),
      'line 6: joint "hip" name: another joint is named "hip" already'
    ],
    [
      'of no link',
      document({
        6: '<joint name="knee" type="fixed"><parent link="theigh"/><child link="shank"/></joint>'
      }),
      'line 6: joint "knee", parent link: no link is named "theigh"; did you mean "thigh"? ' +
        '(links: base, thigh, shank)'
    ],
    [
      'of no joint',
      document(knee('<mimic joint="hp"/>')),
      'line 6: joint "knee", mimic joint: no joint is named "hp"; did you mean "hip"? ' +
        '(joints: hip, knee)'
    ]
  ])('%s', (_, text, message) => expect(messageOf(text)).toBe(message))
})

describe('the tree', () => {
  it.each([
    [
      'two parents',
      document(
        {},
        '<joint name="j" type="fixed"><parent link="base"/><child link="shank"/></joint>'
      ),
      'line 7: joint "j" child: link "shank" is the child of joint "knee" already; ' +
        'a <loop> closes a cycle'
    ],
    [
      'two roots',
      document({}, '<link name="hat"/>'),
      'line 7: link "hat": no joint has it as child, nor link "base"; a robot has one root'
    ],
    [
      'a cycle',
      document(
        {},
        '<joint name="j" type="fixed"><parent link="shank"/><child link="base"/></joint>'
      ),
      'line 7: joint "j": is part of a cycle of parents: base → thigh → shank → base; ' +
        'a <loop> closes a cycle'
    ],
    [
      'a link on itself',
      document(
        {},
        '<joint name="j" type="fixed"><parent link="base"/><child link="base"/></joint>'
      ),
      'line 7: joint "j": is part of a cycle of parents: base → base; a <loop> closes a cycle'
    ]
  ])('%s', (_, text, message) => expect(messageOf(text)).toBe(message))
})

describe('elements and numbers', () => {
  const inertia = '<inertia ixx="1" iyy="1" izz="1"/>'
  it.each([
    [
      'no mass',
      document(thigh(`<inertial>${inertia}</inertial>`)),
      'link "thigh", inertial: expected an element <mass>, found none',
      3
    ],
    [
      'no inertia',
      document(thigh('<inertial><mass value="1"/></inertial>')),
      'link "thigh", inertial: expected an element <inertia>, found none',
      3
    ],
    [
      'half an inertia',
      document(thigh('<inertial><mass value="1"/><inertia ixx="1"/></inertial>')),
      'link "thigh", inertial, inertia: expected an attribute iyy, found none',
      3
    ],
    [
      'negative mass',
      document(thigh(`<inertial><mass value="-1"/>${inertia}</inertial>`)),
      'link "thigh", inertial, mass value: expected at least 0, found -1',
      3
    ],
    [
      'no number',
      document(thigh(`<inertial><mass value="1kg"/>${inertia}</inertial>`)),
      'link "thigh", inertial, mass value: expected a number, found "1kg"; remove "kg" behind the number',
      3
    ],
    [
      'not a number',
      document(thigh(`<inertial><mass value="nan"/>${inertia}</inertial>`)),
      'link "thigh", inertial, mass value: expected a number, found "nan"',
      3
    ],
    [
      'too large a number',
      document(thigh(`<inertial><mass value="1e999"/>${inertia}</inertial>`)),
      'link "thigh", inertial, mass value: expected a number, found "1e999"',
      3
    ],
    [
      'two numbers',
      document(knee('<origin xyz="1.0 2.0"/>')),
      'joint "knee", origin xyz: expected three numbers, found "1.0 2.0"',
      6
    ],
    [
      'commas',
      document(knee('<origin rpy="0, 0, 1"/>')),
      'joint "knee", origin rpy: expected three numbers, found "0, 0, 1"',
      6
    ],
    [
      'no axis',
      document(knee('<axis xyz="0 0 0"/>')),
      'joint "knee", axis xyz: expected a direction, found zero',
      6
    ],
    [
      'an element twice',
      document(knee('<axis xyz="0 0 1"/><axis xyz="0 1 0"/>')),
      'joint "knee", axis: is there twice, first on line 6; expected one <axis>: remove the others',
      6
    ],
    [
      'negative damping',
      document(knee('<dynamics damping="-1"/>')),
      'joint "knee", dynamics damping: expected at least 0, found -1',
      6
    ],
    [
      'no child',
      document({ 6: '<joint name="knee" type="fixed"><parent link="thigh"/></joint>' }),
      'joint "knee": expected an element <child>, found none',
      6
    ],
    [
      'a parent without a link',
      document({ 6: '<joint name="knee" type="fixed"><parent/></joint>' }),
      'joint "knee", parent: expected an attribute link, found none',
      6
    ],
    [
      'no type',
      document({ 6: '<joint name="knee"><parent link="thigh"/><child link="shank"/></joint>' }),
      'joint "knee": expected an attribute type, found none',
      6
    ],
    [
      'an unknown type',
      document(knee('', 'revolut')),
      'joint "knee" type: no joint type is "revolut"; did you mean "revolute"? (joint types: revolute, continuous, prismatic, fixed, floating, planar, spherical, ball)',
      6
    ],
    [
      'neither true nor false',
      document({
        6: '<joint name="knee" type="fixed" independent="no"><parent link="thigh"/><child link="shank"/></joint>'
      }),
      'joint "knee" independent: expected true or false, found "no"',
      6
    ]
  ])('%s', (_, text, message, line) => expect(messageOf(text)).toBe(`line ${line}: ${message}`))
})

describe('mimics, couplings and loops', () => {
  const coupling = (inside: string, type = '') =>
    document({}, `<coupling name="gear" ${type}>${inside}</coupling>`)
  const loop = (inside: string, type = 'revolute') =>
    document({}, `<loop name="loop" type="${type}">${inside}</loop>`)
  const ends = '<predecessor link="base"/><successor link="shank"/>'
  it.each([
    [
      'a mimic of itself',
      document(knee('<mimic joint="knee"/>')),
      'line 6: joint "knee", mimic joint: the joint mimics itself: knee → knee'
    ],
    [
      'mimics in a circle',
      document({
        ...knee('<mimic joint="hip"/>'),
        5: '<joint name="hip" type="revolute"><parent link="base"/><child link="thigh"/><mimic joint="knee"/></joint>'
      }),
      'line 5: joint "hip", mimic joint: the joint mimics itself: hip → knee → hip'
    ],
    [
      'a mimic that stands still',
      document(knee('<mimic joint="hip" multiplier="0"/>')),
      'line 6: joint "knee", mimic multiplier: is 0, which holds the joint still: make it fixed'
    ],
    [
      'no successor',
      coupling('<predecessor link="base"/>'),
      'line 7: coupling "gear": expected an element <successor>, found none'
    ],
    [
      'an unknown coupling',
      coupling(ends, 'type="gear"'),
      'line 7: coupling "gear" type: no coupling type is "gear" (coupling types: rolling, linear)'
    ],
    [
      'a coupling to an ancestor',
      coupling(ends),
      'line 7: coupling "gear", predecessor link: no joint moves it relative to what it has in common with the other link'
    ],
    [
      'a coupling of a joint that is no hinge',
      coupling('<predecessor link="thigh"/><successor link="shank"/>').replace(
        '"knee" type="revolute"><parent link="thigh"',
        '"knee" type="floating"><parent link="base"'
      ),
      'line 7: coupling "gear", successor link: joint "knee" on its path is floating: only revolute, continuous and prismatic joints can be coupled'
    ],
    [
      'an unknown link',
      loop('<predecessor link="base"/><successor link="foot"/>'),
      'line 7: loop "loop", successor link: no link is named "foot" (links: base, thigh, shank)'
    ],
    [
      'an unknown loop',
      loop(ends, 'position'),
      'line 7: loop "loop" type: no loop type is "position" (loop types: revolute, continuous, prismatic, cylindrical, fixed, planar, spherical, ball)'
    ],
    [
      'a loop of one link',
      loop('<predecessor link="base"/><successor link="base"/>'),
      'line 7: loop "loop", successor link: joins link "base" to itself'
    ]
  ])('%s', (_, text, message) => expect(messageOf(text)).toBe(message))
})
