import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate'

/** Some programs cut off longer addresses [characters]. */
export const longestAddress = 60_000

/** Larger values are not unpacked [bytes]. */
const largest = 16e6
const slice = 4096

/** Packs a JSON value for an address. */
export function pack(value: unknown): string {
  const bytes = deflateSync(strToU8(JSON.stringify(value)), { level: 9 })
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Unpacks a value; throws if the text is not valid. */
export function unpack(text: string): unknown {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  const parts: Uint8Array[] = []
  let size = 0
  const inflate = new Inflate((part) => {
    parts.push(part)
    size += part.length
  })
  for (let at = 0; at < bytes.length; at += slice) {
    inflate.push(bytes.subarray(at, at + slice), at + slice >= bytes.length)
    if (size > largest) throw new Error(`expected at most ${largest / 1e6} MB`)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return JSON.parse(strFromU8(whole))
}
