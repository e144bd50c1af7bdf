/**
 * The only places where text becomes markup or the address of a script. The page's policy (Trusted
 * Types) refuses all others, so that nothing a user brings can.
 */

interface Rules {
  readonly createHTML?: (markup: string) => string
  readonly createScriptURL?: (address: string) => string
}

interface Factory {
  createPolicy(name: string, rules: Rules): { createHTML(markup: string): string }
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory }

/** For literals of the page's own alone. */
const literals = trustedTypes?.createPolicy('linkwork', { createHTML: (markup) => markup })

// Workers are started by the addresses that the bundler wrote.
trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address
    throw new TypeError(`script from elsewhere: ${address}`)
  }
})

/** An element from a literal of SVG, which may hold numbers but no words from outside. */
export function svg(markup: string): SVGSVGElement {
  const template = document.createElement('template')
  template.innerHTML = literals?.createHTML(markup) ?? markup
  return template.content.firstElementChild as SVGSVGElement
}
