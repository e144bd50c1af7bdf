import { described, optionsOf, reading, text } from './checks.js'
import { MechanismError } from './errors.js'
import { plain } from './plain.js'
import type { CatalogueMechanism } from './types/catalogue.js'
import type { MechanismSource } from './types/linkwork.js'
import type { StateSource } from './types/state.js'
import { requireRoom, unwrap, type WasmModule } from './wasm-module.js'

/** The mechanism file that a source stands for. */
export function mechanismText(module: WasmModule, source: MechanismSource): string {
  if (typeof source === 'string') return textFor(module, source, 'mechanism')
  if (typeof source !== 'object' || source === null) {
    throw new MechanismError(
      'mechanism: expected a mechanism, its JSON text or a catalogue mechanism, found ' +
        described(source)
    )
  }
  if (!isOfCatalogue(source)) return jsonText(module, source, 'mechanism')
  const { catalogue, options = {} } = optionsOf(source, ['catalogue', 'options'], 'mechanism')
  const name = text(catalogue as string, 'mechanism.catalogue')
  return unwrap(module.catalogueMechanism(name, jsonText(module, options, 'options')))
}

function isOfCatalogue(source: object): source is CatalogueMechanism {
  return reading('mechanism', () => 'catalogue' in source)
}

/** The state file that a source stands for; no text if there is none. */
export function stateText(module: WasmModule, source: StateSource | undefined): string {
  if (source === undefined) return ''
  if (source === '') throw new MechanismError('state: expected JSON, found an empty text')
  return typeof source === 'string'
    ? textFor(module, source, 'state')
    : jsonText(module, source, 'state')
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

/** A text that there is room for in the module. */
function textFor(module: WasmModule, value: string, name: string): string {
  requireRoom(module, text(value, name))
  return value
}
