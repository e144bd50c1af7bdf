/** '#rrggbb' of r, g, b and perhaps a, each from 0 to 1; how much shines through is left out. */
export function colorOf(rgba: string): string | undefined {
  const parts = rgba.trim().split(/\s+/).map(Number)
  if (parts.length < 3 || !parts.every(Number.isFinite)) return undefined
  const bytes = parts.slice(0, 3).map((part) => Math.round(255 * Math.min(1, Math.max(0, part))))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** r, g, b and a of '#rrggbb'. */
export function rgbaOf(color: string): readonly number[] {
  return [...[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255), 1]
}
