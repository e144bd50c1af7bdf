const longestList = 24
/** Longer names are not compared. */
const longestTyped = 80

/** The beginning of a text that is too long to be quoted. */
export function brief(text: string, longest = 80): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

/** `; did you mean "thigh"? (links: pelvis, thigh)`. */
export function suggestion(typed: string, kinds: string, names: readonly string[]): string {
  const nearest = nearestName(typed, names)
  const meant = nearest === undefined ? '' : `; did you mean "${nearest}"?`
  return `${meant} (${kinds}: ${names.length > 0 ? listed(names) : 'none'})`
}

/** Names in a row, the first of very many. */
export function listed(names: readonly string[]): string {
  const more = names.length > longestList ? `, … and ${names.length - longestList} more` : ''
  const first = names.slice(0, longestList).map((name) => brief(name))
  return first.join(', ') + more
}

/** Names that lead to one another, the first and the last of very many. */
export function pathOf(names: readonly string[]): string {
  const half = longestList / 2
  const shown =
    names.length > longestList ? [...names.slice(0, half), '…', ...names.slice(-half)] : names
  return shown.map((name) => brief(name)).join(' → ')
}

/** Words of other libraries, and ours. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['dt', 'step'],
  ['h', 'step'],
  ['timestep', 'step'],
  ['timeStep', 'step'],
  ['stepSize', 'step'],
  ['stepsize', 'step']
])

function nearestName(typed: string, names: readonly string[]): string | undefined {
  const known = elsewhere.get(typed)
  if (known !== undefined && names.includes(known)) return known
  let nearest: string | undefined
  let fewest = Math.max(2, Math.floor(typed.length / 3)) + 1
  if (typed.length > longestTyped) return undefined
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= fewest) continue
    const distance = editDistance(typed, name)
    if (distance >= fewest || distance >= name.length) continue
    fewest = distance
    nearest = name
  }
  return nearest
}

/** Levenshtein's distance, one row of its table at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (letter === to[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
