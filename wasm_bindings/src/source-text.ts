import { MechanismError } from './errors.js'
import type { MechanismSource } from './types/linkwork.js'
import type { StateSource } from './types/state.js'
import { unwrap, type WasmModule } from './wasm-module.js'

/** The mechanism file that a source stands for. */
export function mechanismText(module: WasmModule, source: MechanismSource): string {
  if (typeof source === 'string') return source
  if (typeof source !== 'object' || source === null) {
    throw new MechanismError(
      `mechanism: expected a mechanism, its JSON text or a catalogue mechanism, found ${source}`
    )
  }
  if (!('catalogue' in source)) return jsonText(source, 'mechanism')
  const options = jsonText(source.options ?? {}, 'options')
  return unwrap(module.catalogueMechanism(source.catalogue, options))
}

/** The state file that a source stands for; no text if there is none. */
export function stateText(source: StateSource | undefined): string {
  if (source === undefined) return ''
  return typeof source === 'string' ? source : jsonText(source, 'state')
}

/** JSON has no NaN and no infinity, and `JSON.stringify` would turn them into null. */
function jsonText(value: object, name: string): string {
  const fault = findNotFinite(value, '')
  if (fault !== undefined) {
    throw new MechanismError(`${name}${fault.path}: expected a finite number, found ${fault.found}`)
  }
  return JSON.stringify(value)
}

function findNotFinite(value: unknown, path: string): { path: string; found: number } | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, found: value }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const fault = findNotFinite(part, path + (Array.isArray(value) ? `[${key}]` : `.${key}`))
    if (fault) return fault
  }
  return undefined
}
