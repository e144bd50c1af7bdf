import { expectAccessible } from './axe.ts'
import { expect, test } from './page.ts'

const desktop = { width: 1440, height: 900 }
const tablet = { width: 1024, height: 768 }
const phone = { width: 390, height: 844 }

for (const [name, looks] of [
  [
    'at two sizes',
    [
      ['dark', desktop],
      ['light', phone]
    ]
  ],
  [
    'at the other sizes @all',
    [
      ['light', desktop],
      ['dark', tablet],
      ['light', tablet],
      ['dark', phone]
    ]
  ]
] as const)
  test(`axe finds nothing ${name}`, async ({ demo, page }) => {
    for (const [colorScheme, viewport] of looks)
      await test.step(`${viewport.width} in ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(viewport)
        await demo.openAgain('mechanism=four-bar')
        await demo.passes(0.2)
        await demo.pause()
        await expectAccessible(page)
      })
  })

test('axe finds nothing in help @all', async ({ demo, page }) => {
  await demo.open()
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('landmarks, names and the skip link are there', async ({ demo, page }) => {
  await demo.open()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Mechanisms' })).toBeVisible()
  await expect(page.getByRole('main', { name: 'Stage' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Setup' })).toBeVisible()
  await expect(page.getByRole('contentinfo', { name: 'Transport' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Chain, 30 parts/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Skip to the transport')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Reset' })).toBeFocused()
})
