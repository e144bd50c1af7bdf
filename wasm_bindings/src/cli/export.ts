import { mechanismToMjcf } from '../mjcf/index.js'
import type { Linkwork } from '../types/linkwork.js'
import { mechanismToUrdf } from '../urdf/index.js'
import { UsageError } from './usage.js'

const writers = { urdf: mechanismToUrdf, mjcf: mechanismToMjcf }

/** The URDF or MJCF document of a mechanism. */
export function exportXml(
  linkwork: Linkwork,
  mechanism: string,
  format: string | undefined,
  warn: (warnings: readonly string[]) => void
): string {
  if (format === undefined || !Object.hasOwn(writers, format))
    throw new UsageError(`export needs --format urdf or mjcf, found ${format ?? 'none'}`)
  const { text, warnings } = writers[format as keyof typeof writers](linkwork, mechanism)
  warn(warnings)
  return text
}
