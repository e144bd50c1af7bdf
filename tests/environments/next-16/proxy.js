import { NextResponse } from 'next/server'

/** Next writes scripts into its pages, which it gives the nonce of the policy. */
export function proxy({ headers: given }) {
  const nonce = crypto.randomUUID()
  const policy = `script-src 'self' 'wasm-unsafe-eval' 'nonce-${nonce}'`
  const headers = new Headers(given)
  headers.set('Content-Security-Policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}
