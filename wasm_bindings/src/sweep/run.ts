import type { SweepFolder } from './folder.js'

/** The executor of parts: threads here, or workers elsewhere. */
export interface Computer {
  /** How many parts it takes at once. */
  readonly width: number
  /** Computes a part and hands it to `keep`. */
  compute(part: number, keep: (bytes: Uint8Array) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Computes parts and writes them, until all are there or `signal` says to stop. Closes the computer. */
export async function runParts(
  folder: SweepFolder,
  parts: readonly number[],
  computer: Computer,
  signal: AbortSignal,
  onPart: () => void
): Promise<void> {
  const waiting = parts.values()
  const takeParts = async () => {
    for (const part of waiting) {
      await computer.compute(part, (bytes) => folder.write(part, bytes))
      onPart()
    }
  }
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })
  const lanes = Array.from({ length: Math.min(computer.width, parts.length) }, takeParts)
  try {
    await Promise.race([stopped, Promise.all(lanes)])
  } finally {
    for (const _ of waiting); // no lane takes another
    const ends = Promise.allSettled(lanes)
    await computer.close()
    await ends
  }
}
