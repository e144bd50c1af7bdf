import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mechanisms } from '../../model/mechanisms/index.ts'

const folder = new URL('./thumbnails/', import.meta.url)
const themes = ['dark', 'light']
/** All of them together then weigh less than the solver does. */
const mostBytes = 7000

for (const { id } of mechanisms)
  for (const theme of themes)
    it(`${id} has a thumbnail for the ${theme} theme (script/thumbnails)`, () => {
      const file = readFileSync(new URL(`${id}.${theme}.webp`, folder))
      expect(file.length).toBeLessThan(mostBytes)
      // The extended form of WebP, which has transparency: its size is after its flags, less one.
      expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8X')
      expect([file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]).toEqual([160, 120])
    })

it('no thumbnail is of an entry that there is not', () => {
  const wanted = mechanisms.flatMap(({ id }) => themes.map((theme) => `${id}.${theme}.webp`))
  expect(readdirSync(folder).sort()).toEqual(wanted.sort())
})
