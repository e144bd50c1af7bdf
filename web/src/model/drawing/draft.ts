import { Signal } from '@preact/signals-core'
import type { Sketch } from './sketch.ts'

/** The present file of a mechanism, with its drawing if it has one. */
export interface Version {
  readonly text: string
  readonly sketch?: Sketch
  /** Whether the text of the file was edited since, and the drawing must be read from it. */
  readonly isByHand?: true
}

/** Versions that are kept. */
const most = 500

/** The file in work, with versions for undo and redo. */
export class Draft {
  readonly present: Signal<Version>
  #before: Version[] = []
  #after: Version[] = []
  #stroke: string | undefined

  constructor(first: Version) {
    this.present = new Signal(first)
  }

  get canUndo(): boolean {
    return this.#before.length > 0
  }

  get canRedo(): boolean {
    return this.#after.length > 0
  }

  /** Puts something else in its place; there is nothing to undo then. */
  open(version: Version): void {
    this.#before = []
    this.#after = []
    this.#stroke = undefined
    this.present.value = version
  }

  /** A change; those of one stroke, as of a drag, are undone together. */
  write(version: Version, stroke?: string): void {
    const goesOn = stroke !== undefined && stroke === this.#stroke
    if (!goesOn) this.#before = [...this.#before, this.present.value].slice(-most)
    this.#after = []
    this.#stroke = stroke
    this.present.value = version
  }

  /** The same version, better known. */
  amend(version: Version): void {
    this.present.value = version
  }

  undo(): void {
    const version = this.#before.pop()
    if (!version) return
    this.#after.push(this.present.value)
    this.#stroke = undefined
    this.present.value = version
  }

  redo(): void {
    const version = this.#after.pop()
    if (!version) return
    this.#before.push(this.present.value)
    this.#stroke = undefined
    this.present.value = version
  }
}
