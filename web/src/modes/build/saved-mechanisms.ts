import { Signal } from '@preact/signals-core'
import type { Version } from '../../model/drawing/draft.ts'
import type { Resources } from '../../model/files/resources.ts'
import { remember, remembered } from '../../model/storage.ts'

/** A mechanism of the user's, as the browser keeps it. */
export interface Saved {
  readonly id: string
  readonly name: string
  /** Of the last change [ms since 1970]. */
  readonly time: number
  readonly version: Version
  /** Without meshes, which are files. */
  readonly belongings?: Resources
}

const storageKey = 'linkwork-mechanisms'

/** "Your mechanisms": the last that was worked on comes first. */
export class SavedMechanisms {
  readonly list: Signal<readonly Saved[]>
  #deleted: Saved | undefined

  constructor() {
    this.list = new Signal(read())
  }

  find(id: string | undefined): Saved | undefined {
    return this.list.value.find((each) => each.id === id)
  }

  put(saved: Saved): void {
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

  #write(list: readonly Saved[]): void {
    remember(storageKey, JSON.stringify(list))
    this.list.value = list
  }
}

/** What is kept; nothing where it is not what this page has written. */
function read(): readonly Saved[] {
  try {
    const list: unknown = JSON.parse(remembered(storageKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isSaved) : []
  } catch {
    return []
  }
}

function isSaved(value: unknown): value is Saved {
  const { id, name, time, version } = Object(value) as Partial<Saved>
  const isNamed = [id, name, version?.text].every((each) => typeof each === 'string')
  return isNamed && typeof time === 'number'
}
