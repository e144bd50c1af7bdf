import { defineConfig, type Plugin } from 'vite'
import { addresses } from './addresses.ts'
import { offline } from './offline/plugin.ts'
import {
  developmentPolicy,
  documentationPolicy,
  headerPolicy,
  pagePolicy
} from './security-policy.ts'
import { stills } from './stills/plugin.ts'
import { viewer } from './viewer/plugin.ts'

/** Gives the page and its worker clocks of 5 µs instead of 100 µs: the time per step is measured. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp'
}

/** Puts the policy before all that the built page loads. */
const policyOfPage: Plugin = {
  name: 'policy-of-page',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: pagePolicy },
      injectTo: 'head-prepend'
    }
  ]
}

/** Sends the policy of the page with the page, and another with the documentation in `docs/`. */
const policyHeaders: Plugin = {
  name: 'policy-headers',
  configurePreviewServer({ config, middlewares }) {
    const documentation = `${config.base}docs/`
    middlewares.use(({ url = '' }, response, next) => {
      const policy = url.startsWith(documentation) ? documentationPolicy : headerPolicy
      response.setHeader('Content-Security-Policy', policy)
      next()
    })
  }
}

/** The code of the stage comes along with the page's own, before the solver takes the whole of a slow link. */
const earlyStage: Plugin = {
  name: 'early-stage',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const stage = Object.values(bundle).find(({ name }) => name === 'stage')
      if (stage?.type !== 'chunk') throw new Error('The build has no chunk of the stage.')
      return [stage.fileName, ...stage.imports]
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head'
        }))
    }
  }
}

export default defineConfig({
  base: './',
  appType: 'mpa', // no page at addresses that do not exist
  plugins: [policyOfPage, policyHeaders, addresses, earlyStage, stills, viewer, offline],
  server: { headers: { ...isolation, 'Content-Security-Policy': developmentPolicy } },
  preview: { headers: isolation },
  worker: { format: 'es' },
  // Nothing as data: in an address, which the policy would have to allow.
  build: { target: 'es2023', chunkSizeWarningLimit: 1000, assetsInlineLimit: 0 }
})
