import { drop } from './drop.ts'
import { expect, test } from './page.ts'

const link = (name: string) => `<link name="${name}"><inertial><mass value="1"/>
  <origin xyz="0 0 -0.3"/><inertia ixx="0.03" iyy="0.03" izz="0.001"/></inertial></link>`

/** Two links that hang from a root, one of which follows the other. */
const pendulum = (root = '<link name="base"/>') => `<robot name="Twin pendulum">${root}
  ${link('left')}${link('right')}
  <joint name="leader" type="revolute"><parent link="base"/><child link="left"/>
    <origin xyz="-0.2 0 0" rpy="0 0.8 0"/><axis xyz="0 1 0"/><limit lower="-3" upper="3"/></joint>
  <joint name="follower" type="revolute"><parent link="base"/><child link="right"/>
    <origin xyz="0.2 0 0"/><axis xyz="0 1 0"/><mimic joint="leader" multiplier="-1"/></joint>
</robot>`

test('a URDF file that is dropped moves', async ({ demo, page }) => {
  await demo.open()
  await drop(page, 'twin.urdf', pendulum())
  await expect(page.getByRole('heading', { name: 'Twin pendulum' })).toBeVisible()
  await expect(page.locator('.stage-facts')).toHaveText('2 parts, 1 degree of freedom, 1 motor')
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'own-file')
  await expect(page.getByRole('slider', { name: 'Gravity' })).toHaveAttribute(
    'aria-valuetext',
    '9.81 m/s²'
  )
  const start = await demo.frame()
  await demo.passes(start.time + 0.2)
  expect((await demo.frame()).poses).not.toEqual(start.poses)
  expect(await demo.measured('Energy error')).toBeLessThan(1e-6)
})

test('what floats hangs, and what was decided is a line that unfolds @all', async ({
  demo,
  page
}) => {
  await demo.open()
  await drop(page, 'twin.urdf', pendulum(link('base')))
  await expect(page.locator('.stage-facts')).toHaveText(
    '3 parts, 7 degrees of freedom, held up by a spring and a damper, 1 motor'
  )
  const remark = page.getByText(/link "base": has mass, so it floats/)
  await expect(remark).toBeHidden()
  await page.getByText('twin.urdf: 1 import warning').click()
  await expect(remark).toBeVisible()
  await page.getByRole('button', { name: 'Close import warnings' }).click()
  await expect(page.getByText('twin.urdf: 1 import warning')).toBeHidden()
  await page.getByText('Fixed', { exact: true }).click()
  await expect(page.locator('.stage-facts')).toContainText('its base is fixed')
  await page.getByRole('slider', { name: 'Leader' }).focus()
  await page.keyboard.press('End')
  await demo.passes((await demo.time()) + 0.2)
  await expect(page).toHaveURL(/base=1/)
  await page.reload()
  await expect(page.locator('.stage-facts')).toContainText('its base is fixed')
})

test('the button that opens files is in sight @all', async ({ demo, page }) => {
  await demo.open()
  await expect(page.getByRole('button', { name: 'Open file' })).toBeInViewport({ ratio: 1 })
})

test('a mechanism file is opened by a button, and shared by an address that holds it', async ({
  demo,
  page,
  context
}) => {
  await demo.open()
  const mechanism = {
    linkwork: 1,
    bodies: [{ name: 'ball', mass: 1, inertia: [0.1, 0.1, 0.1] }],
    joints: [{ name: 'slide', type: 'prismatic', parent: 'world', child: 'ball' }]
  }
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open file' }).click()
  await (await chooser).setFiles({
    name: 'falling ball.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(mechanism))
  })
  await expect(page.getByRole('heading', { name: 'falling ball' })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'falling ball' })).toBeVisible()
  await expect(other.getByText(/^1 part, 1 degree of freedom/)).toBeVisible()
  await expect(other.locator('.notice p')).toHaveCount(0)
  await other.goto('/#mechanism=own-file&own=AAAA')
  await expect(other.getByText(/^This link does not contain your mechanism/)).toBeVisible()
  await other.close()
})

test('a file that is no mechanism says why, and the one before goes on', async ({ demo, page }) => {
  const broken = pendulum().replace('link="left"', 'link="let"')
  const massless = pendulum().replace(/<inertial>[\s\S]*?<\/inertial>/g, '')
  await demo.open('mechanism=four-bar')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await demo.passes(0.5)
  for (const [name, text, message] of [
    [
      'twin.urdf',
      broken,
      /^twin\.urdf: line \d+: joint "leader", child link: no link is named "let"/
    ],
    ['light.urdf', massless, /^light\.urdf: joints\[0\]: moves .*"leader"/],
    [
      'notes.json',
      '{ "bodies": 1 }',
      /^notes\.json: expected URDF, MJCF, SDF, or a mechanism file/
    ],
    ['notes.txt', 'hello', /^notes\.txt: .*JSON/]
  ] as const) {
    await test.step(name, async () => {
      const { time } = await demo.frame()
      await drop(page, name, text)
      await expect(page.getByText(message)).toBeVisible()
      expect(await demo.time()).toBeGreaterThan(time)
      await expect(page.getByRole('heading', { name: 'Four-bar' })).toBeVisible()
      await demo.passes((await demo.time()) + 0.1)
    })
  }
})
