import type { CatalogueMechanism } from '../types/catalogue.js'
import type { Linkwork } from '../types/linkwork.js'
import { layOut } from './layout.js'
import { catalogueEntry, UsageError } from './usage.js'

/** The names of ready-made mechanisms; the file of one, with the options that are set. */
export function catalogue(linkwork: Linkwork, [name, ...settings]: readonly string[]): string {
  if (name === undefined)
    return `${JSON.stringify(linkwork.catalogue.map((entry) => entry.name))}\n`
  catalogueEntry(linkwork, name)
  const options = Object.fromEntries(settings.map(optionFrom))
  return layOut(linkwork.mechanism({ catalogue: name, options } as CatalogueMechanism))
}

/** "links=5", "axes=[[1,0,0],[0,1,0]]", "base=standing": JSON, or a word. */
function optionFrom(setting: string): [string, unknown] {
  const [, name, value = ''] = /^(\w+)=(.+)$/s.exec(setting) ?? []
  if (name === undefined)
    throw new UsageError(`catalogue: expected OPTION=VALUE, found "${setting}"`)
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value]
  }
}
