/** Written by stills/plugin.ts. */
declare module 'virtual:stills' {
  import type { Still } from '../model/mechanisms/still.ts'

  export const stills: Readonly<Record<string, () => Promise<{ readonly default: Still }>>>
}
