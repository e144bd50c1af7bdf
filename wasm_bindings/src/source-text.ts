import { described, optionsOf, reading, text } from './checks.js'
import { MechanismError } from './errors.js'
import { plain } from './plain.js'
import type { CatalogueMechanism } from './types/catalogue.js'
import type { MechanismSource } from './types/linkwork.js'
import type { StateSource } from './types/state.js'
import { requireRoom, unwrap, type WasmModule } from './wasm-module.js'

/** A mechanism file, or the name and options of a mechanism of the catalogue. */
export interface MechanismTexts {
  readonly catalogue: string | null
  readonly text: string
}

/** The texts of a source. */
export function mechanismTexts(module: WasmModule, source: MechanismSource): MechanismTexts {
  const file = (content: string) => ({ catalogue: null, text: content })
  if (typeof source === 'string') return file(textFor(module, source, 'mechanism'))
  if (typeof source !== 'object' || source === null) {
    throw new MechanismError(
      'mechanism: expected a mechanism, its JSON text or a catalogue mechanism, found ' +
        described(source)
    )
  }
  if (!isOfCatalogue(source)) return file(jsonText(module, source, 'mechanism'))
  const { catalogue, options = {} } = optionsOf(source, ['catalogue', 'options'], 'mechanism')
  const name = text(catalogue as string, 'mechanism.catalogue')
  return { catalogue: name, text: jsonText(module, options, 'options') }
}

/** The mechanism file of the texts. */
export function mechanismFile(module: WasmModule, texts: MechanismTexts): string {
  const { catalogue, text: given } = texts
  return catalogue === null ? given : unwrap(module.catalogueMechanism(catalogue, given))
}

function isOfCatalogue(source: object): source is CatalogueMechanism {
  return reading('mechanism', () => 'catalogue' in source)
}

/** The state file of a source; no text if there is none. */
export function stateText(module: WasmModule, source: StateSource | undefined): string {
  if (source === undefined) return ''
  if (source === '') throw new MechanismError('state: expected JSON, found an empty text')
  return typeof source === 'string'
    ? textFor(module, source, 'state')
    : stateJson(module, source, 'state')
}

/** The state file of a state of which joints with one number may have it alone. */
export function stateJson(module: WasmModule, given: unknown, name: string): string {
  const state = plain(given, name) as Record<string, unknown> | null
  for (const part of ['q', 'v', 'tau', 'a']) {
    const joints = state?.[part]
    if (typeof joints !== 'object' || joints === null || Array.isArray(joints)) continue
    for (const [joint, value] of Object.entries(joints))
      if (typeof value === 'number') (joints as Record<string, unknown>)[joint] = [value]
  }
  return textFor(module, JSON.stringify(state), name)
}

/** JSON of a value that a user gave. */
export function jsonText(module: WasmModule, value: unknown, name: string): string {
  const copy = plain(value, name)
  return textFor(
    module,
    reading(name, () => JSON.stringify(copy)),
    name
  )
}

/** A text that fits into the module's memory. */
function textFor(module: WasmModule, value: string, name: string): string {
  requireRoom(module, text(value, name))
  return value
}
