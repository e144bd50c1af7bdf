import { Signal } from '@preact/signals-core'
import type { Version } from '../../model/drawing/draft.ts'
import type { Resources } from '../../model/files/resources.ts'
import { formerNames, withPresentNames } from '../../model/former-names.ts'
import { remember, remembered } from '../../model/storage.ts'

/** A mechanism of the user in the browser's storage. */
export interface Saved {
  readonly id: string
  readonly name: string
  /** Of the last change [ms since 1970]. */
  readonly time: number
  readonly version: Version
  /** Without meshes, which are files. */
  readonly resources?: Resources
}

const storageKey = 'linkwork-mechanisms'

/** "Your mechanisms", the last changed one first. */
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

  /** Restores the mechanism that was deleted last. */
  restore(): void {
    if (this.#deleted) this.put(this.#deleted)
    this.#deleted = undefined
  }

  #write(list: readonly Saved[]): void {
    remember(storageKey, JSON.stringify(list))
    this.list.value = list
  }
}

/** Returns the stored mechanisms. Ignores those that this page did not write. */
function read(): readonly Saved[] {
  try {
    const list: unknown = JSON.parse(remembered(storageKey) ?? '[]')
    return Array.isArray(list) ? list.map(withPresentMembers).filter(isSaved) : []
  } catch {
    return []
  }
}

const withPresentMembers = (value: unknown) => withPresentNames(Object(value), formerNames.saved)

function isSaved(value: unknown): value is Saved {
  const { id, name, time, version } = Object(value) as Partial<Saved>
  const isNamed = [id, name, version?.text].every((each) => typeof each === 'string')
  return isNamed && typeof time === 'number'
}
