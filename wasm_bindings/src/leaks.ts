// Bundlers replace this expression.
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** True where bundlers or the environment say so; false in pages without a bundler. */
function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}

let hasWarned = false

/** Frees what was garbage-collected without `dispose`. Warns once in development. */
export function leakFinalizer<Held>(kind: string, free: (held: Held) => void) {
  return new FinalizationRegistry<Held>((held) => {
    free(held)
    if (hasWarned || !isDevelopment()) return
    hasWarned = true
    console.warn(
      `linkwork: a ${kind} was garbage-collected without dispose(). Its memory may be freed late: call dispose(), or declare it with "using". Later ones are not reported.`
    )
  })
}
