import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { files, folder, readPage, targetOf } from './built-site.js'

const pages = [...files].filter((file) => file.endsWith('.html') && !file.startsWith('cpp/'))

const linksOf = (page: string) =>
  [...readPage(page).matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)

const placesOf = (page: string) =>
  new Set([...readPage(page).matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id))

it('is a site of many pages', () => {
  for (const page of ['index.html', 'first-steps.html', 'theory/index.html', 'api/index.html'])
    expect(pages).toContain(page)
})

it('links to files and places that are there', () => {
  const places = new Map(pages.map((page) => [page, placesOf(page)]))
  const missing = pages.flatMap((page) =>
    linksOf(page).flatMap((link) => {
      const target = targetOf(page, link)
      if (!target) return []
      const { file, place } = target
      const isPage = file === '../index.html' && existsSync(join(folder, file))
      const isThere = files.has(file) && (place === '' || (places.get(file)?.has(place) ?? true))
      return isThere || isPage ? [] : [`${page}: ${link}`]
    })
  )
  expect(missing).toEqual([])
})

it('loads nothing from elsewhere', () => {
  const loads = /<(?:script|link|img|iframe)\b[^>]*?\s(?:src|href)="((?:https?:)?\/\/[^"]*)"/g
  const unlisted = pages.flatMap((page) =>
    [...readPage(page).matchAll(loads)].map(([, address]) => `${page}: ${address}`)
  )
  const styles = [...files].filter((file) => file.endsWith('.css'))
  for (const style of styles)
    for (const [, address = ''] of readPage(style).matchAll(/url\((["']?[a-z]+:[^)]*)\)/g))
      if (!address.includes('data:')) unlisted.push(`${style}: ${address}`)
  expect(unlisted).toEqual([])
})
