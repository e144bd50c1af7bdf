import type { Joint } from './types/mechanism.js'

/** `q.shoulder` for one coordinate, `q.base[0]`, `q.base[1]`, … for several. */
export function columnNames(
  letter: string,
  joints: readonly Joint[],
  size: (joint: Joint) => number
): string[] {
  return joints.flatMap((joint) =>
    Array.from({ length: size(joint) }, (_, component) =>
      size(joint) === 1 ? `${letter}.${joint.name}` : `${letter}.${joint.name}[${component}]`
    )
  )
}

/** A field of CSV, in quotation marks where it needs them. */
export function csvField(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
