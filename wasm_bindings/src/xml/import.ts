import type { Mechanism } from '../types/mechanism.js'

/** What a reader makes of a document. */
export interface Import {
  readonly mechanism: Mechanism
  /** What the file leaves open and what was decided, what was left out, one sentence each. */
  readonly warnings: readonly string[]
}
