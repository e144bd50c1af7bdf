import type { MechanismEntry } from '../../model/mechanisms/entry.ts'

/** True if every typed word begins a word of the name, the group or a tag. */
export function matches(entry: MechanismEntry, typed: string): boolean {
  const words = [entry.name, entry.group, ...entry.tags]
    .join(' ')
    .toLowerCase()
    .split(/[\s,-]+/)
  return typed
    .toLowerCase()
    .split(/[\s,-]+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
