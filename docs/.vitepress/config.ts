import { existsSync, readFileSync } from 'node:fs'
import { katex } from '@mdit/plugin-katex'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitepress'
import { copyLinkedFiles, linksOfRepository, slugOf } from './repository-links.ts'
import { sidebar } from './sidebar.ts'

/** The colors of the demo page, which marks light where VitePress marks dark. */
const colorsOfPage: Plugin = {
  name: 'colors-of-page',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('tokens.css') ? code.replaceAll('[data-theme="light"]', ':not(.dark)') : undefined
}

/** The address of the page, if script/site builds it. */
const page = process.env.VITE_LINKWORK_PAGE

/** As data: a relative address leads elsewhere once the client has navigated to another folder. */
const iconFile = new URL('../../web/public/favicon.svg', import.meta.url)
const icon = `data:image/svg+xml;base64,${readFileSync(iconFile, 'base64')}`

/** Pages of the API, where script/docs has written them. */
const api = new URL('../api/typescript/typedoc-sidebar.json', import.meta.url)
const apiSidebar = existsSync(api) ? JSON.parse(readFileSync(api, 'utf8')) : []

export default defineConfig({
  title: 'linkwork',
  description: 'Multibody dynamics in linear time: guides, theory and API.',
  lang: 'en',
  // Addresses are relative: the site may lie in any folder of any host.
  base: './',
  outDir: '../build/docs',
  cacheDir: '../build/docs-cache',
  srcExclude: ['node_modules/**'],
  transformHead: () => [['link', { rel: 'icon', type: 'image/svg+xml', href: icon }]],
  vite: {
    plugins: [colorsOfPage],
    publicDir: '../web/public',
    build: { chunkSizeWarningLimit: 1000 }
  },
  buildEnd: ({ outDir }) => copyLinkedFiles(outDir),
  markdown: {
    anchor: { slugify: slugOf },
    config(md) {
      md.use(linksOfRepository)
      // Vue would read the braces of formulas as its own.
      md.use(katex, { transformer: (formula: string) => formula.replace(/^<\w+/, '$& v-pre') })
    }
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/first-steps', activeMatch: '/(first-steps|guide)' },
      { text: 'Theory', link: '/theory/', activeMatch: '/theory/' },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
      ...(page ? [{ text: 'Demo', link: page, target: '_self' }] : [])
    ],
    sidebar: { '/': sidebar, '/api/': [{ text: 'API', link: '/api/', items: apiSidebar }] },
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' }
  }
})
