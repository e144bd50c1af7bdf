import { brief } from '../suggestion.js'
import { type Element, fault } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { flag } from '../xml/values.js'
import { Frames } from './frames.js'

/** A <link> or <joint>, by its full name. */
export interface Part {
  readonly element: Element
  readonly name: string
  readonly scope: string
  /** Of the outermost model. */
  readonly model: Element
  readonly isStatic: boolean
}

export interface Models {
  readonly links: readonly Part[]
  readonly joints: readonly Part[]
  readonly frames: Frames
}

/** What a model holds that is read, or that has nothing to do with how it moves. */
const known = new Set(['link', 'joint', 'frame', 'model', 'pose', 'static', 'self_collide'])
const silent = new Set(['plugin', 'enable_wind', 'allow_auto_disable', 'sensor'])

/** Reads models, those within models too; their names begin with the outer one's. */
export function modelsOf(models: readonly Element[], remarks: Remarks): Models {
  const read = { links: [] as Part[], joints: [] as Part[], frames: new Frames() }
  const hasOne = models.length === 1
  for (const model of models) {
    const scope = hasOne ? '' : `${model.needText('name')}::`
    readModel(model, { scope, around: 'world', top: model, isStatic: false }, read, remarks)
  }
  read.frames.requireWhole()
  return read
}

interface Surroundings {
  readonly scope: string
  /** The frame that the model is placed in. */
  readonly around: string
  readonly top: Element
  readonly isStatic: boolean
}

function readModel(
  element: Element,
  { scope, around, top, isStatic: isHeld }: Surroundings,
  read: { readonly links: Part[]; readonly joints: Part[]; readonly frames: Frames },
  remarks: Remarks
): void {
  const fixed = element.one('static')
  const isStatic = isHeld || (fixed !== undefined && flag(fixed, '', false))
  const own = `${scope}__model__`
  const links = element.all('link')
  const first = links[0]?.needText('name')
  const attachedTo = first === undefined ? undefined : scope + first
  read.frames.add(own, { element, scope, around, attachedTo })
  const part = (each: Element): Part => {
    const name = scope + each.needText('name')
    return { element: each, name, scope, model: top, isStatic }
  }
  for (const link of links) {
    const made = part(link)
    if (made.name === 'world') throw fault(link, 'name', 'is the name of the ground')
    read.frames.add(made.name, { element: link, scope, around: own, attachedTo: undefined })
    read.links.push(made)
  }
  for (const joint of element.all('joint')) {
    const made = part(joint)
    const text = joint.need('child').needText('').trim()
    const child = text === 'world' ? text : scope + text
    read.frames.add(made.name, { element: joint, scope, around: child, attachedTo: child })
    read.joints.push(made)
  }
  for (const frame of element.all('frame')) {
    const attached = frame.text('attached_to') ?? ''
    const to = attached === '' ? own : scope + attached
    read.frames.add(scope + frame.needText('name'), {
      element: frame,
      scope,
      around: to,
      attachedTo: to
    })
  }
  for (const model of element.all('model')) {
    const inner = `${scope}${model.needText('name')}::`
    readModel(model, { scope: inner, around: own, top, isStatic }, read, remarks)
  }
  for (const child of element.children) {
    if (child.tag === 'include') throw fault(child, '', includes)
    if (!known.has(child.tag) && !silent.has(child.tag))
      remarks.once(child.tag, child, `<${brief(child.tag)}> is left out`)
  }
}

export const includes = 'other files are not read; expand them first: gz sdf -p model.sdf'
