/** A dropped or chosen file, with its path. */
export type PathFile = readonly [path: string, file: File]

/** Largest number of entries of a folder that are read, and the largest depth. */
const mostEntries = 5000
const deepest = 20

/** Files that were chosen, one by one or as a folder. */
export function chosen(files: Iterable<File>): PathFile[] {
  return Array.from(files, (file) => [file.webkitRelativePath || file.name, file] as const)
}

/**
 * What is dropped, with all that folders hold. Called while the event is handled: afterwards nothing
 * of it is left. Rejects where a folder holds too much.
 */
export function dropped({ items, files }: DataTransfer): Promise<PathFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry())
  // What comes from no file system has no entries.
  if (entries.some((entry) => entry === null)) return Promise.resolve(chosen(files))
  return within(entries as FileSystemEntry[])
}

async function within(roots: readonly FileSystemEntry[]): Promise<PathFile[]> {
  const found: PathFile[] = []
  let layer = roots
  let count = 0
  for (let depth = 0; layer.length > 0; depth++) {
    count += layer.length
    if (count > mostEntries)
      throw new Error(`Folders of more than ${mostEntries} files are not looked through.`)
    if (depth > deepest)
      throw new Error(`Folders more than ${deepest} deep are not looked through.`)
    const inside = await Promise.all(layer.map((entry) => opened(entry, found)))
    layer = inside.flat()
  }
  return found
}

/** Takes a file, or returns the contents of a folder. */
async function opened(entry: FileSystemEntry, found: PathFile[]): Promise<FileSystemEntry[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject)
    )
    found.push([entry.fullPath, file])
    return []
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const all: FileSystemEntry[] = []
  // A reader gives a hundred at a time, and none at the end.
  while (all.length <= mostEntries) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject)
    )
    if (some.length === 0) break
    all.push(...some)
  }
  return all
}
