/**
 * What the page loads and runs: its own files and the WebAssembly, nothing from elsewhere and
 * nothing written into the page. Text becomes markup in `ui/trusted.ts` alone, and a document of its
 * own where a mesh in COLLADA is read.
 */
const directives: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  // What the page makes itself, of files that are dropped on it.
  'connect-src': "'self' blob:",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' blob:",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'"
}

const trustedTypes = {
  'require-trusted-types-for': "'script'",
  'trusted-types': 'linkwork linkwork-collada default'
}

const written = (policy: Readonly<Record<string, string>>) =>
  Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join('; ')

/** The policy in the built page itself, for hosts that send none. */
export const pagePolicy = written({ ...directives, ...trustedTypes })

/** The same as a header, which binds workers too and may say who frames the page. */
export const headerPolicy = `${pagePolicy}; frame-ancestors 'none'`

/**
 * The policy of the documentation, as a header: nothing from other hosts. VitePress and Doxygen write
 * scripts and styles into their pages, and search results as markup, which the page's policy forbids.
 */
export const documentationPolicy = written({
  'default-src': "'self' 'unsafe-inline' 'wasm-unsafe-eval' blob: data:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'self'"
})

/** While the page is developed, Vite writes styles into it and sends it changes. */
export const developmentPolicy = written({
  ...directives,
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' blob: ws:"
})
