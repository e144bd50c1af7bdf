import type { Quaternion, Vector3 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { multiply, turnAbout } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { flag, magnitude, number, numbers, oneOf, vector } from '../xml/values.js'

/** How numbers of the document are meant: its <compiler> and <option>. */
export interface Settings {
  /** Radians in a unit of angle. */
  readonly radians: number
  /** Three letters: small ones turn about the axes that turn along, capitals about those that stay. */
  readonly eulerSequence: string
  /** Whether a range is a limit without `limited`. */
  readonly autoLimits: boolean
  readonly inertiaFromGeoms: 'auto' | 'true' | 'false'
  /** Of geoms of bodies that have no mass [kg/m³]; undefined: they have none. */
  readonly shapeDensity: number | undefined
  /** Groups of geoms that have mass, from and to. */
  readonly massGroups: readonly number[]
  readonly gravity: Vector3
  readonly hasContact: boolean
  /** Least mass and least principal moment of inertia of each body. */
  readonly boundMass: number
  readonly boundInertia: number
  /** Whether moments of inertia that no solid has become their mean. */
  readonly balancesInertia: boolean
  /** Of all bodies together; none where it is not above 0. */
  readonly totalMass: number
  /** The prefix of the names of meshes' files, and whether folders in these count. */
  readonly meshFolder: string
  readonly stripsPaths: boolean
}

const ofCompiler = {
  alignfree: 'free bodies in the axes of their inertia',
  fitaabb: 'solids that fit the boxes of meshes'
}

const ofOption = {
  density: 'of a medium',
  viscosity: 'of a medium',
  wind: 'in a medium'
}

/** Later sections count where they repeat what earlier ones say. */
export function settingsOf(
  root: Element,
  shapeDensity: number | undefined,
  remarks: Remarks
): Settings {
  const compiler = sectionOf(root, 'compiler')
  const option = sectionOf(root, 'option')
  const flags = option.one('flag') ?? option.with({}, [])
  remarks.attributes(compiler, ofCompiler)
  remarks.attributes(option, ofOption)
  const word = <Word extends string>(attribute: string, words: readonly Word[], usual: Word) =>
    compiler.text(attribute) === undefined ? usual : oneOf(compiler, attribute, attribute, words)
  if (word('coordinate', ['local', 'global'], 'local') === 'global')
    throw fault(compiler, 'coordinate', 'global coordinates are not read; expected local')
  const able = ['enable', 'disable'] as const
  const isOff = (name: string) =>
    flags.text(name) !== undefined && oneOf(flags, name, 'flag', able) === 'disable'
  for (const name of ['equality', 'limit', 'frictionloss', 'passive', 'spring', 'damper']) {
    if (isOff(name)) remarks.once(`flag ${name}`, flags, `${name} "disable" is left out`)
  }
  return {
    radians: word('angle', ['degree', 'radian'], 'degree') === 'degree' ? Math.PI / 180 : 1,
    eulerSequence: eulerSequence(compiler),
    autoLimits: flag(compiler, 'autolimits', true),
    inertiaFromGeoms: word('inertiafromgeom', ['auto', 'true', 'false'], 'auto'),
    shapeDensity,
    massGroups:
      compiler.text('inertiagrouprange') === undefined
        ? [0, 5]
        : numbers(compiler, 'inertiagrouprange', 2),
    boundMass: magnitude(compiler, 'boundmass', 0),
    boundInertia: magnitude(compiler, 'boundinertia', 0),
    balancesInertia: flag(compiler, 'balanceinertia', false),
    totalMass: number(compiler, 'settotalmass', -1),
    gravity: isOff('gravity') ? [0, 0, 0] : vector(option, 'gravity', [0, 0, -9.81]),
    hasContact: !isOff('contact'),
    meshFolder: folderOf(compiler.text('meshdir') ?? compiler.text('assetdir') ?? ''),
    stripsPaths: flag(compiler, 'strippath', false)
  }
}

const folderOf = (path: string) => (path === '' || path.endsWith('/') ? path : `${path}/`)

/** All sections of a tag as one. */
function sectionOf(root: Element, tag: string): Element {
  const sections = root.all(tag)
  const attributes = Object.assign({}, ...sections.map((section) => section.attributes))
  const children = sections.flatMap((section) => section.children)
  return (sections[0] ?? root).with(attributes, children)
}

function eulerSequence(compiler: Element): string {
  const text = compiler.text('eulerseq') ?? 'xyz'
  if (/^[xyzXYZ]{3}$/.test(text)) return text
  throw fault(compiler, 'eulerseq', `expected three of x, y, z, X, Y, Z, found "${text}"`)
}

const axes: Readonly<Record<string, Vector3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }

export function eulerRotation(angles: readonly number[], { eulerSequence }: Settings): Quaternion {
  let rotation: Quaternion = [0, 0, 0, 1]
  for (const [i, letter] of [...eulerSequence].entries()) {
    const axis = letter.toLowerCase()
    const turn = turnAbout(axes[axis]!, angles[i]!)
    rotation = letter === axis ? multiply(rotation, turn) : multiply(turn, rotation)
  }
  return rotation
}
