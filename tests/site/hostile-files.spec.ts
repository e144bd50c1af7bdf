import type { Page } from '@playwright/test'
import { drop } from './drop.ts'
import { expect, test } from './page.ts'

/** Untrusted files: their texts are shown as text, and their sizes have bounds. */

const name = '<img src=x onerror="globalThis.broken=true">'
const written = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const urdf = (link: string, parent = link) => `<robot name="${link}">
  <link name="base"/>
  <link name="${link}"><inertial><mass value="1"/><origin xyz="0 0 -0.3"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.001"/></inertial></link>
  <joint name="${link}" type="revolute"><parent link="base"/><child link="${parent}"/>
    <axis xyz="0 1 0"/></joint></robot>`

const json = (changes: object = {}) =>
  JSON.stringify({
    linkwork: 1,
    name,
    bodies: [{ name, mass: 1, centerOfMass: [0, 0, -0.3], inertia: [0.03, 0.03, 0.001] }],
    joints: [{ name, type: 'revolute', parent: 'world', child: name, axis: [0, 1, 0] }],
    ...changes
  })

/** Nothing that a file holds has become an element, a script or a property of all objects. */
async function expectNothingBroke(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    broken: 'broken' in globalThis,
    images: document.querySelectorAll('img:not(.thumbnail), iframe, [onerror]').length,
    inherited: Object.keys(Object.prototype).length + Number('polluted' in {})
  }))
  expect(found).toEqual({ broken: false, images: 0, inherited: 0 })
}

for (const [kind, text] of [
  ['urdf', urdf(written)],
  ['json', json()]
] as const) {
  test(`names of a ${kind} file are text in every place @all`, async ({ demo, page }) => {
    await demo.open('', { webgl: true })
    await drop(page, `${name}.${kind}`, text)
    await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'own-file')
    await expect(page.locator('.stage-title')).toHaveText(name)
    await expect(page.getByRole('img', { name: /onerror/ })).toBeVisible()
    // The words next to the part under the pointer are its name.
    const box = await page.locator('.stage-host').boundingBox()
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await demo.passes((await demo.time()) + 0.1)
    await expectNothingBroke(page)
  })
}

test('names in errors are text @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  await drop(page, `${name}.urdf`, urdf(written, 'nobody'))
  await expect(page.getByText(`no link is named "nobody" (links: base, ${name})`)).toBeVisible()
  await expectNothingBroke(page)
})

test('a name of 100 000 letters leaves room for the rest @all', async ({ demo, page }) => {
  const long = 'long '.repeat(20_000)
  await demo.open()
  await drop(page, 'long.json', json({ name: long }))
  await expect(page.locator('.stage-title')).toHaveText(/^(long ){16}…$/)
  await expect(page.locator('.stage-facts')).toBeInViewport({ ratio: 1 })
  const twice = [long, long].map((name) => ({ name, mass: 1 }))
  await drop(page, 'long.json', json({ bodies: twice }))
  await expect(page.locator('.notice p')).toHaveText(/^long\.json: bodies\[1\]/)
  await expect(page.locator('.notice')).toBeInViewport({ ratio: 1 })
})

test('a file that needs too much, or hides something, is refused @all', async ({ demo, page }) => {
  const laughs = [...'bcdefghij'].map((letter, i) => {
    const before = `&${'abcdefghi'[i]};`.repeat(10)
    return `<!ENTITY ${letter} "${before}">`
  })
  const bomb = `<!DOCTYPE r [<!ENTITY a "ha">${laughs.join('')}]>${urdf('&j;')}`
  const entity = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${urdf('&x;')}`
  const deep = `<robot name="r">${'<a>'.repeat(1e5)}${'</a>'.repeat(1e5)}</robot>`
  const polluting = json().replace(
    '{',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{}},'
  )
  const files = [
    ['a billion laughs', bomb, /line 1: found "<!DOCTYPE/],
    ['an entity outside', entity, /line 1: found "<!DOCTYPE/],
    ['elements 100 000 deep', deep, /at most 64 elements inside one another/],
    ['brackets a million deep', '['.repeat(1e6), /JSON/],
    [
      'a value a million deep',
      json({ name: 0 }).replace('0', `${'['.repeat(1e6)}${']'.repeat(1e6)}`),
      /./
    ],
    ['keys of prototypes', polluting, /__proto__|constructor/],
    ['a body that is none', json({ bodies: [null] }), /bodies\[0\]/],
    ['joints that are none', json({ joints: [5] }), /joints\[0\]/],
    ['a gravity that is none', json({ gravity: 9.81 }), /gravity/],
    ['a number too large', json().replace('0.001', '1e999'), /./],
    ['null', 'null', /expected URDF, MJCF, SDF, or a mechanism file/]
  ] as const
  await demo.open('mechanism=four-bar')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  for (const [at, [what, text, message]] of files.entries())
    await test.step(what, async () => {
      await drop(page, `file-${at}.txt`, text)
      const notice = page.locator('.notice p')
      await expect(notice).toHaveText(new RegExp(`^file-${at}\\.txt: `))
      await expect(notice).toHaveText(message)
      await expect(page.locator('.notice')).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { name: 'Four-bar' })).toBeVisible()
      await demo.passes((await demo.time()) + 0.1)
      await expectNothingBroke(page)
    })
})

test('a file of 17 MB is refused @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  await drop(page, 'large.json', ' ', 17e6)
  await expect(page.getByText('large.json: expected at most 16.0 MB, found 17.0 MB')).toBeVisible()
})
