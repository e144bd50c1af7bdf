import type { fourBar, LoadOptions, load } from 'linkwork'

export function numbers(
  linkwork: { readonly fourBar: typeof fourBar; readonly load: typeof load },
  options?: LoadOptions
): Promise<string>
