import { remember, remembered } from '../../state/memory.ts'
import { Signal } from '../../state/signal.ts'
import type { Version } from './draft.ts'

/** A mechanism of the visitor's own, as the browser keeps it. */
export interface Saved<Kept extends Version = Version> {
  readonly id: string
  readonly name: string
  /** Of the last change [ms since 1970]. */
  readonly time: number
  readonly version: Kept
}

const storageKey = 'linkwork-mechanisms'

/** "Your mechanisms": the last that was worked on comes first. */
export class Shelf<Kept extends Version = Version> {
  readonly list: Signal<readonly Saved<Kept>[]>
  #deleted: Saved<Kept> | undefined

  constructor() {
    this.list = new Signal(read<Kept>())
  }

  find(id: string | undefined): Saved<Kept> | undefined {
    return this.list.value.find((each) => each.id === id)
  }

  put(saved: Saved<Kept>): void {
    this.#write([saved, ...this.list.value.filter(({ id }) => id !== saved.id)])
  }

  delete(id: string): void {
    this.#deleted = this.find(id)
    this.#write(this.list.value.filter((each) => each.id !== id))
  }

  /** Puts back what was deleted last. */
  restore(): void {
    if (this.#deleted) this.put(this.#deleted)
    this.#deleted = undefined
  }

  #write(list: readonly Saved<Kept>[]): void {
    remember(storageKey, JSON.stringify(list))
    this.list.value = list
  }
}

/** What is kept; nothing where it is not what this page has written. */
function read<Kept extends Version>(): readonly Saved<Kept>[] {
  try {
    const list: unknown = JSON.parse(remembered(storageKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isSaved<Kept>) : []
  } catch {
    return []
  }
}

function isSaved<Kept extends Version>(value: unknown): value is Saved<Kept> {
  const { id, name, time, version } = Object(value) as Partial<Saved>
  const isNamed = [id, name, version?.text].every((each) => typeof each === 'string')
  return isNamed && typeof time === 'number'
}
