import { Signal } from '@preact/signals-core'
import { load, positionSize } from 'linkwork'
import { Draft, type Version } from '../../model/drawing/draft.ts'
import { versionOf } from '../../model/drawing/drawn-file.ts'
import { type Box, boxOf, framingInMotion, framingOf } from '../../model/drawing/framing.ts'
import { layOut } from '../../model/drawing/lay-out.ts'
import { drawnAt, tracedIn } from '../../model/drawing/motion.ts'
import type { Path } from '../../model/drawing/schema.ts'
import { isEmpty, type Sketch } from '../../model/drawing/sketch.ts'
import { toMechanism } from '../../model/drawing/to-mechanism.ts'
import { entryWith, ownEntry, ownOf } from '../../model/files/own-entry.ts'
import type { OwnMechanism } from '../../model/files/own-mechanism.ts'
import { type Resources, resourcesOf } from '../../model/files/resources.ts'
import type { MechanismEntry } from '../../model/mechanisms/entry.ts'
import { onChange } from '../../model/signals.ts'
import type { Framing } from '../../model/stage.ts'
import type { ModeHost } from '../mode.ts'
import { type Checked, check, type Fault } from './check.ts'
import { PlaneView } from './plane-view.ts'
import { type Saved, SavedMechanisms } from './saved-mechanisms.ts'

/** Result of the check of the present text. */
export interface CheckResult {
  readonly fault: Fault | null
  readonly remark?: string | undefined
}

/** Writing that rests so long is checked [ms]. */
const rest = 150
/** Browsers refuse a page that changes its place in the history too often [ms]. */
const historyPause = 500

/**
 * The file that is worked on: it begins as what runs, and every valid change of it runs at once. What
 * was changed is a mechanism of the user's, kept in the list of saved mechanisms.
 */
export class Editor {
  readonly draft = new Draft({ text: '' })
  readonly saved = new SavedMechanisms()
  readonly checkResult = new Signal<CheckResult>({ fault: null })
  /** The saved mechanism that is being edited. */
  readonly id = new Signal<string | undefined>(undefined)
  readonly #host: ModeHost
  readonly #view: PlaneView
  #isShown = false
  /** Resources of the mechanism that is being edited. */
  #resources: Resources = {}
  /** The entry that is running and belongs to this editor. */
  #entry: MechanismEntry | undefined
  #framing: Framing | undefined
  #checking = 0
  #checkTimer = 0
  #historyTimer = 0
  /** Whether a change was left unchecked. */
  #isDue = false
  /** The version that needs no check. */
  #settled: Version | undefined
  /** The drawing of the edited mechanism. */
  #awaited: Sketch | undefined
  #running: Sketch | undefined
  /** Whether a frame of the built mechanism has arrived. */
  #isPosed = false

  constructor(host: ModeHost) {
    this.#host = host
    this.#view = new PlaneView(() => host.run.stage.value)
    onChange(host.run.built, () => {
      this.#isPosed = false
      this.#lookAtPresent()
    })
    host.run.latest.onFrame(() => (this.#isPosed = true))
    onChange(this.draft.present, (version) => {
      if (version !== this.#settled) this.#changed()
      this.#settled = undefined
    })
  }

  enter(): void {
    this.#isShown = true
    this.#lookAtPresent()
    if (this.#isDue) this.#runChange()
  }

  leave(): void {
    this.#isShown = false
    this.#isDue = this.#checkTimer !== 0
    clearTimeout(this.#checkTimer)
    this.#checkTimer = 0
    if (this.#isDue) this.#keep()
  }

  /** The drawing in its present pose: that of the simulation, if it runs. */
  get drawing(): Sketch | undefined {
    const { sketch } = this.draft.present.value
    return sketch && this.isRunning ? drawnAt(sketch, this.#host.run.latest.poses) : sketch
  }

  /** Whether this drawing is running. */
  get isRunning(): boolean {
    const { sketch } = this.draft.present.value
    return this.#isPosed && sketch !== undefined && sketch === this.#running
  }

  /** A change of the drawing; those of one stroke are undone together. */
  draw(sketch: Sketch, stroke?: string): void {
    const { built, latest } = this.#host.run
    const joints = built.value?.mechanism.joints ?? []
    const hasOne = joints.every((joint) => positionSize(joint) === 1)
    const near = hasOne ? joints.map(({ name }, i) => [name, latest.q[i] ?? 0] as const) : []
    this.draft.write(versionOf(sketch, Object.fromEntries(near)), stroke)
  }

  /** Changes the text. The drawing stays if it can be read from the text. */
  write(text: string, stroke?: string): void {
    const { sketch } = this.draft.present.value
    this.draft.write({ text, ...(sketch && { sketch, isByHand: true }) }, stroke)
  }

  /** Detaches the file from its drawing. */
  endDrawing(): void {
    this.draft.write({ text: this.draft.present.value.text })
  }

  /** Another value at a path of the file. */
  async writeValue(path: Path, value: unknown): Promise<void> {
    const { withValue } = await import('../../model/drawing/json-places.ts')
    this.write(withValue(this.draft.present.value.text, path, value))
  }

  /** Opens one from the list of saved mechanisms. */
  openSaved({ id, version, resources }: Saved): Promise<void> {
    return this.#begin(version, id, resources)
  }

  /** Opens a mechanism, which is saved after its first change. */
  openNew(version: Version): Promise<void> {
    return this.#begin(version, undefined)
  }

  #begin(version: Version, id: string | undefined, resources?: Resources): Promise<void> {
    this.#open(version, id)
    this.#resources = resources ?? {}
    this.#framing = undefined
    this.#host.closeSheet()
    return this.#run((entry, own) => {
      this.#host.run.choose(entry)
      history.pushState(own, '', location.hash)
    }, version.sketch)
  }

  /** Deletes a saved mechanism. If it is running, it continues, and its next change saves it as a new one. */
  delete(id: string): void {
    this.saved.delete(id)
    if (id === this.id.value) this.id.value = undefined
  }

  /** Opens the running mechanism, unless the editor already has it. */
  #lookAtPresent(): void {
    const entry = this.#host.settings.entry.value
    const built = this.#host.run.built.value
    this.#running = entry === this.#entry ? this.#awaited : undefined
    if (!this.#isShown || entry === this.#entry || !built) return
    this.#entry = entry
    this.#framing = entry.framing(this.#host.settings.options.value, built)
    const saved = this.saved.find(entry.saved)
    if (saved && saved.id === this.id.value) return
    const drawn = ownOf(entry)?.drawing?.sketch
    const written = drawn ? versionOf(drawn) : { text: layOut(built.mechanism) }
    this.#open(saved?.version ?? written, saved?.id)
    // A drawing that was opened by its address, or again, moves as it did.
    const { sketch } = this.draft.present.value
    if (sketch && JSON.stringify(sketch) === JSON.stringify(drawn)) this.#running = sketch
    this.#awaited = this.#running
    this.#resources = resourcesOf(entry, this.#host.settings.options.value, history.state)
    this.checkResult.value = { fault: null }
    if (saved?.version.isByHand) this.#judge(saved.version)
  }

  /** Reports the fault of a text that was left invalid, while the last valid one runs. */
  async #judge(version: Version): Promise<void> {
    const { checked } = await known(version, this.#resources)
    const isPresent = this.draft.present.value === version
    if ('fault' in checked && isPresent) this.checkResult.value = { fault: checked.fault }
  }

  #open(version: Version, id: string | undefined): void {
    clearTimeout(this.#checkTimer)
    this.#checkTimer = 0
    this.#isDue = false
    this.#checking += 1
    this.#settled = version
    this.id.value = id
    this.draft.open(version)
  }

  #changed(): void {
    this.id.value ??= freshId()
    // A drawing is shown while it is dragged, a text when it rests.
    const { sketch, isByHand } = this.draft.present.value
    if (sketch && !isByHand && this.#checkTimer !== 0) return
    clearTimeout(this.#checkTimer)
    this.#checkTimer = window.setTimeout(() => this.#runChange(), rest)
  }

  #runChange(): void {
    this.#checkTimer = 0
    this.#isDue = false
    this.#keep()
    this.#run((entry, own) => this.#edit(entry, own))
  }

  /** Checks the present text and shows it if it can move, or else a drawing. */
  async #run(
    show: (entry: MechanismEntry, own: OwnMechanism) => void,
    instead?: Sketch
  ): Promise<void> {
    this.#checking += 1
    const number = this.#checking
    const { present } = this.draft
    const [linkwork, read] = await Promise.all([load(), known(present.value, this.#resources)])
    const fault = 'fault' in read.checked ? read.checked.fault : null
    const { version, checked } =
      fault && instead ? await known(versionOf(instead), this.#resources) : read
    if (number !== this.#checking || !this.#isShown) return
    this.checkResult.value = { fault, remark: 'fault' in checked ? undefined : checked.remark }
    if ('fault' in checked) return
    if (!fault) this.#amend(version)
    const { sketch } = version
    if (sketch) this.#framing ??= framingInMotion(linkwork, sketch)
    const drawing = sketch && {
      sketch,
      traced: tracedIn(sketch),
      // Points are to be seen; a wheel may reach beyond the paper.
      framing: this.#frame(framingOf(sketch), boxOf({ ...sketch, gears: [] }))
    }
    const own = {
      ...checked.own,
      ...(this.id.value ? { saved: this.id.value } : {}),
      ...(drawing ? { drawing } : {})
    }
    const entry = ownEntry(own)
    this.#keep(entry.name)
    this.#awaited = sketch
    this.#entry = entryWith(entry, {
      ...(sketch
        ? {}
        : { framing: (options, start) => this.#frame(entry.framing(options, start)) }),
      ...(sketch && isEmpty(sketch) ? { facts: () => 'Empty drawing' } : {})
    })
    show(this.#entry, own)
  }

  #amend(version: Version): void {
    if (version === this.draft.present.value) return
    this.#settled = version
    this.draft.amend(version)
  }

  /** Another place in the browser's history for the first change, the same one for those that follow. */
  #edit(entry: MechanismEntry, own: OwnMechanism): void {
    const { run, settings } = this.#host
    const isFirst = settings.entry.value.saved !== own.saved
    // What is drawn at rest begins where it is drawn.
    run.edit(entry, this.#awaited === undefined || settings.playing.value)
    if (isFirst) history.pushState(own, '', location.hash)
    clearTimeout(this.#historyTimer)
    this.#historyTimer = window.setTimeout(() => {
      if (settings.entry.value === entry) history.replaceState(own, '', location.hash)
    }, historyPause)
  }

  /** The view stays unchanged while the drawing is inside it. */
  #frame(fresh: Framing, drawn = middleOf(fresh)): Framing {
    const kept = this.#framing
    const size = (framing: Framing) => framing.max[0] - framing.min[0]
    const isIn =
      kept &&
      ([0, 1] as const).every((i) => drawn.min[i] >= kept.min[i] && drawn.max[i] <= kept.max[i])
    const stays = kept && (isIn || this.#view.shows(drawn)) && size(fresh) > 0.2 * size(kept)
    if (!stays) this.#framing = fresh
    return stays ? kept : fresh
  }

  #keep(name = this.saved.find(this.id.value)?.name ?? this.#host.settings.entry.value.name): void {
    const id = this.id.value
    const version = this.draft.present.value
    const { meshes: _, ...resources } = this.#resources
    if (id) this.saved.put({ id, name, time: Date.now(), version, resources })
  }
}

/** A version with what its file says, or why that cannot move; what was written by hand is read back. */
async function known(
  version: Version,
  resources: Resources
): Promise<{ version: Version; checked: Checked }> {
  const { text, sketch, isByHand } = version
  const checked = await check(text, sketch && toMechanism(sketch).turns, resources)
  if (!sketch || !isByHand || 'fault' in checked) return { version, checked }
  const { readBack, sentenceOf } = await import('../../model/drawing/read-back.ts')
  const read = readBack(await load(), sketch, text, checked.own.mechanism)
  if ('text' in read)
    return {
      version: read,
      checked: await check(read.text, toMechanism(read.sketch).turns, resources)
    }
  const message = `${sentenceOf(read)}: the drawing stays as it was.`
  return { version, checked: { fault: { message, path: read.path, isUndrawn: true } } }
}

/** Returns the middle half of a framing, on each axis. */
function middleOf({ min, max }: Framing): Box {
  const [dx, dz] = [0.25 * (max[0] - min[0]), 0.25 * (max[1] - min[1])]
  return { min: [min[0] + dx, min[1] + dz], max: [max[0] - dx, max[1] - dz] }
}

const freshId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
