/**
 * The only functions that make markup or the address of a script from text. The policy of the page
 * (Trusted Types) forbids all others, for text of users too.
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
