import type { Mechanism } from '../types/mechanism.js'

/** The result of reading a document. */
export interface Import {
  readonly mechanism: Mechanism
  /** Decisions where the file is ambiguous, and ignored parts, one sentence each. */
  readonly warnings: readonly string[]
}
