import { brief } from '../suggestion.js'
import { type Element, fault } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { flag } from '../xml/values.js'
import { Frames, type Place } from './frames.js'
import { merged } from './includes.js'

/** A <link>, <joint> or <frame>. */
export interface Part {
  readonly element: Element
  /** Among frames, after those of the models around it. */
  readonly frame: string
  /** In the mechanism. */
  readonly name: string
  readonly place: Place
  /** The outermost model; none of parts of a world. */
  readonly model: Element | undefined
  readonly isStatic: boolean
}

export interface Models {
  readonly links: readonly Part[]
  /** Of models that move. */
  readonly joints: readonly Part[]
  /** <frame> elements. */
  readonly sites: readonly Part[]
  readonly frames: Frames
  /** The name of a link by that of its frame; the world's own. */
  readonly bodyOf: (frame: string) => string
}

/** Reads the models of a world or a document with their nested models, and joints and frames of a world. */
export function modelsOf(holder: Element, remarks: Remarks): Models {
  const [model, second] = holder.all('model')
  const only = second || !model ? '' : `${model.needText('name')}::`
  const reader = new ModelReader(only, remarks)
  const world: Surroundings = {
    place: { scope: '', own: 'world' },
    top: undefined,
    isStatic: false,
    links: []
  }
  reader.readParts(holder, world)
  for (const each of holder.all('model')) reader.readModel(each, world)
  reader.frames.requireWhole()
  return reader
}

interface Surroundings {
  readonly place: Place
  readonly top: Element | undefined
  readonly isStatic: boolean
  /** Frames of the links that the model has, the first its canonical one. */
  readonly links: string[]
}

class ModelReader implements Models {
  readonly links: Part[] = []
  readonly joints: Part[] = []
  readonly sites: Part[] = []
  readonly frames = new Frames()
  /** The model whose name its parts do not have before theirs, as it is the only one. */
  readonly #only: string
  readonly #remarks: Remarks
  readonly #bodies = new Map<string, string>([['world', 'world']])
  readonly #names = { link: new Set(['world']), joint: new Set<string>(), frame: new Set<string>() }

  constructor(only: string, remarks: Remarks) {
    this.#only = only
    this.#remarks = remarks
  }

  readonly bodyOf = (frame: string) => this.#bodies.get(frame)!

  readModel(element: Element, around: Surroundings): void {
    const isMerged = element.text(merged) !== undefined
    const name = element.needText('name')
    const inner = `${around.place.scope}${name}::`
    const place: Place = isMerged
      ? { scope: around.place.scope, own: `${around.place.scope}_merged__${name}__model__` }
      : { scope: inner, own: `${inner}__model__` }
    const fixed = element.one('static')
    const isStatic = around.isStatic || (fixed !== undefined && flag(fixed, '', false))
    const self: Surroundings = { place, top: around.top ?? element, isStatic, links: [] }
    this.frames.add(place.own, {
      element,
      place: around.place,
      around: () => around.place.own,
      attachedTo: () => this.#canonicalLink(element, self),
      placed: this.#placementOf(element, place)
    })
    this.readParts(element, self)
    for (const model of element.all('model')) this.readModel(model, self)
    around.links.push(...self.links)
  }

  /** The link that a model's frame moves with: the one that it names, or its first. */
  #canonicalLink(element: Element, { place, links }: Surroundings): string {
    const text = element.text('canonical_link') ?? ''
    if (text !== '') return this.frames.named(text, place, element, 'canonical_link')
    const [first] = links
    if (first !== undefined) return first
    throw fault(element, '', 'expected a <link>, found none: nothing can be attached to the model')
  }

  #placementOf(element: Element, place: Place): (() => string) | undefined {
    const text = element.text('placement_frame') ?? ''
    if (text === '') return undefined
    return () => this.frames.named(text, place, element, 'placement_frame')
  }

  /** Links, joints and frames of a model or a world. */
  readParts(element: Element, around: Surroundings): void {
    const { place } = around
    for (const link of element.tag === 'model' ? element.all('link') : []) {
      const part = this.#part(link, 'link', around)
      this.frames.add(part.frame, {
        element: link,
        place,
        around: () => place.own,
        attachedTo: undefined
      })
      this.#bodies.set(part.frame, part.name)
      this.links.push(part)
      around.links.push(part.frame)
    }
    for (const joint of element.all('joint')) this.#readJoint(joint, around)
    for (const frame of element.all('frame')) {
      const part = this.#part(frame, 'frame', around)
      const attached = frame.text('attached_to') ?? ''
      const to = () =>
        attached === '' ? place.own : this.frames.named(attached, place, frame, 'attached_to')
      this.frames.add(part.frame, { element: frame, place, around: to, attachedTo: to })
      this.sites.push(part)
    }
  }

  #readJoint(joint: Element, around: Surroundings): void {
    const { place, isStatic } = around
    const part = this.#part(joint, 'joint', around)
    const end = joint.need('child')
    const child = () => this.frames.named(end.needText('').trim(), place, end, '')
    this.frames.add(part.frame, { element: joint, place, around: child, attachedTo: child })
    if (!isStatic) this.joints.push(part)
    else this.#remarks.once('static', joint, 'is left out: links of a static model do not move')
  }

  #part(element: Element, kind: 'link' | 'joint' | 'frame', around: Surroundings): Part {
    const { place, top: model, isStatic } = around
    const frame = place.scope + element.needText('name')
    const short = frame.startsWith(this.#only) ? frame.slice(this.#only.length) : frame
    const taken = this.#names[kind]
    const name = taken.has(short) ? freeName(`${short}_${kind}`, taken) : short
    taken.add(name)
    if (kind === 'link' && short === 'world')
      this.#remarks.at(
        element,
        `name: expected another name than "world", which is the ground, found it; the body is "${brief(name)}"`
      )
    return { element, frame, name, place, model, isStatic }
  }
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  while (taken.has(name)) name += '_'
  return name
}
