import { existsSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Answers the addresses of the built site that are neither files nor pages. The address of a folder
 * without its slash redirects to the folder: `docs` to `docs/`. All others get status 404 and a page.
 * Needs `appType: 'mpa'`; Vite's default answers them with the page of the app.
 */
export const addresses: Plugin = {
  name: 'addresses',
  configurePreviewServer({ config, middlewares }) {
    const folder = resolve(config.root, config.build.outDir)
    const has = (path: string) => existsSync(join(folder, path))
    // Vite calls the returned function after it has added its own handlers of files and folders.
    return () => {
      middlewares.use(({ url = '/' }, response, next) => {
        const [, address = '', query = ''] = /^([^?]*)(.*)$/.exec(url) ?? []
        const path = decoded(address)
        if (path?.endsWith('.html') && has(path)) return next()
        if (path && !path.endsWith('/') && has(posix.join(path, 'index.html'))) {
          response.writeHead(302, { Location: `${posix.basename(address)}/${query}` }).end()
        } else {
          response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' })
          response.end(notFoundPage(config.base, has('docs/index.html')))
        }
      })
    }
  }
}

/** The path of an address below the top folder; none if its percent encoding is invalid. */
function decoded(address: string): string | undefined {
  try {
    return posix.join('/', decodeURIComponent(address))
  } catch {
    return undefined
  }
}

const notFoundPage = (base: string, hasDocumentation: boolean) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Page not found – linkwork</title>
<h1>Page not found</h1>
<p>This site has no page with this address.</p>
<p><a href="${base}">linkwork</a></p>
${hasDocumentation ? `<p><a href="${base}docs/">Documentation</a></p>\n` : ''}</html>
`
