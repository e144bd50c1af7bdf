import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { load } from 'linkwork'
import type { Script } from '../../web/src/model/messages.ts'
import { pack, unpack } from '../../web/src/model/packed.ts'
import { expectAccessible } from './axe.ts'
import { fileOf, linkOf, tableOf } from './measuring.ts'
import { type DemoPage, expect, test } from './page.ts'

/** Opens Measure over a four-bar and follows quantities of its crank and of the whole. */
async function measuring(demo: DemoPage, names: readonly string[]): Promise<void> {
  await demo.open('mechanism=four-bar&mode=measure')
  await demo.passes(0.3)
  for (const name of names) await demo.page.getByRole('button', { name, exact: true }).click()
  await expect(demo.page.getByRole('list', { name: 'Traces' }).getByRole('listitem')).toHaveCount(
    names.length
  )
}

test('traces keep the laws, from the start on @all', async ({ demo, page }) => {
  await measuring(demo, [
    'Crank joint angle',
    'Crank joint velocity',
    'Kinetic energy',
    'Potential energy',
    'Total energy'
  ])
  await demo.passes(1)
  await demo.pause()
  const table = async () => tableOf((await fileOf(page, /^Traces/)).content)
  // The past is gone through backwards, a little at every frame.
  await expect.poll(async () => (await table()).columns[0]?.[0]).toBeLessThan(0.002)
  const { heads, columns } = await table()
  expect(heads).toEqual([
    'Time [s]',
    'Crank joint angle [rad]',
    'Crank joint velocity [rad/s]',
    'Kinetic energy [J]',
    'Potential energy [J]',
    'Total energy [J]'
  ])
  const [time, angle, velocity, kinetic, potential, total] = columns as [
    ...[number[], number[], number[]],
    ...[number[], number[], number[]]
  ]
  expect(time.length).toBeGreaterThan(50)
  expect(time.at(-1)).toBeCloseTo(await demo.time(), 9)
  for (let i = 0; i < time.length; i++) {
    const at = (row: number[], j = i) => row[j] ?? Number.NaN
    expect(at(kinetic) + at(potential)).toBeCloseTo(at(total), 9)
    expect(at(total)).toBeCloseTo(at(total, 0), 6)
    if (i === 0) continue
    expect(at(time)).toBeGreaterThan(at(time, i - 1))
    // The mean of two velocities is the mean rate but for a term of the third order.
    const passed = at(time) - at(time, i - 1)
    const mean = (at(velocity) + at(velocity, i - 1)) / 2
    const turned = at(angle) - at(angle, i - 1)
    expect(Math.abs(turned - mean * passed)).toBeLessThan(2e3 * passed ** 3)
  }
})

test('what is pressed offers its quantities, and the plot leads through time @all', async ({
  demo,
  page
}) => {
  await measuring(demo, ['Crank joint angle'])
  await demo.passes(0.6)
  await demo.pause()
  // Nearer to one another than a part may be from the pointer.
  for (const point of await demo.grid(18, 14)) {
    await demo.grab([point]).catch(() => undefined)
    await page.mouse.up()
    if ((await page.getByRole('group', { name: 'Coupler joint' }).count()) > 0) break
  }
  await expect(page.getByLabel('Selected part')).not.toHaveValue('0')
  await page.getByLabel('Selected part').selectOption('Rocker')
  await page.getByRole('button', { name: 'Rocker pin reaction force' }).click()
  await expect(
    page.getByRole('img', { name: /^Over time: Crank joint angle in rad, Rocker/ })
  ).toBeVisible()
  const over = page.locator('.trace-plot .u-over')
  const box = await over.boundingBox()
  if (!box) throw new Error('The plot has no box.')
  await page.mouse.click(box.x + 0.02 * box.width, box.y + 20)
  await expect.poll(() => demo.time()).toBeCloseTo(0.2, 1)
  const words = page.locator('.zoom-words')
  await expect(words).toHaveText('last 10 s')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(words).toHaveText('last 5 s')
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.mouse.move(box.x + 4, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 30, { steps: 4 })
  await page.mouse.up()
  await expect(words).toHaveText(/^0\.\d+ to \d\.\d+ s$/)
  await page.getByRole('button', { name: 'Follow time' }).click()
  await expect(words).toHaveText('last 10 s')
})

test('one chip on another is a phase portrait, with a section @all', async ({ demo, page }) => {
  await measuring(demo, ['Crank joint angle', 'Crank joint velocity'])
  const chips = page.getByRole('list', { name: 'Traces' }).getByRole('listitem')
  await chips.nth(1).locator('.legend-name').dragTo(chips.nth(0).locator('.legend-name'))
  const portrait = (words: string) =>
    page.getByRole('img', { name: `Crank joint velocity against crank joint angle, ${words}` })
  await expect(portrait('at all times')).toBeVisible()
  await page.getByLabel('Sample times').selectOption({ index: 1 })
  await expect(portrait('each time crank joint angle crosses 0 upwards')).toBeVisible()
  await page.getByRole('button', { name: 'Close the portrait' }).click()
  await expect(page.locator('.portrait')).toBeHidden()
  await page.getByLabel('Plot Crank joint velocity against').selectOption('Crank joint angle')
  await expect(portrait('at all times')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Crank joint angle' }).click()
  await expect(page.locator('.portrait')).toBeHidden()
  await expect(chips).toHaveCount(1)
})

test('files hold what they say', async ({ demo, page }) => {
  await measuring(demo, [])
  await expect(page.getByRole('button', { name: /^Traces/ })).toHaveAttribute(
    'aria-disabled',
    'true'
  )
  await demo.passes(0.5)
  await demo.pause()
  const picture = await fileOf(page, /^Picture/)
  expect(picture.name).toBe('four-bar.png')
  expect([...picture.content.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
  const animation = await fileOf(page, /^Animation/)
  const { content } = animation
  expect(content.toString('latin1', 0, 4)).toBe('glTF')
  expect(content.readUInt32LE(8)).toBe(content.length)
  const gltf = JSON.parse(content.toString('utf8', 20, 20 + content.readUInt32LE(12)))
  expect(gltf.nodes.map(({ name }: { name?: string }) => name)).toEqual(
    expect.arrayContaining(['crank', 'coupler', 'rocker'])
  )
  expect(gltf.animations[0].channels).toHaveLength(6)
  const times = gltf.accessors[gltf.animations[0].samplers[0].input]
  expect(times.count).toBeGreaterThan(20)
  expect(times.max[0]).toBeGreaterThan(0.4)
  const linkwork = await load()
  const { mechanism } = JSON.parse(
    `{"mechanism":${(await fileOf(page, /^Mechanism/)).content.toString()}}`
  )
  expect(linkwork.info(mechanism).bodies).toEqual(['crank', 'coupler', 'rocker'])
})

test('the page in one file runs by itself, from the disk @all', async ({
  demo,
  page,
  context
}, info) => {
  await measuring(demo, [])
  const { content } = await fileOf(page, /^Page HTML/)
  const path = info.outputPath('page.html')
  await writeFile(path, content)
  const other = await context.newPage()
  const consoleErrors: string[] = []
  other.on('pageerror', ({ message }) => consoleErrors.push(message))
  other.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  const address = pathToFileURL(path).href
  const asked: string[] = []
  other.on('request', (request) => asked.push(request.url()))
  await other.goto(address)
  await expect
    .poll(() => other.locator('body').getAttribute('data-time'))
    .toMatch(/^0\.[0-9]*[1-9]/)
  expect(consoleErrors).toEqual([])
  expect(asked.filter((url) => !/^(data|blob):/.test(url))).toEqual([address])
  await other.close()
})

for (const mechanism of ['four-bar', 'minitaur']) {
  test(`the TypeScript of ${mechanism} goes where the page went @all`, async ({ demo, page }) => {
    await demo.open(`mechanism=${mechanism}&mode=measure`)
    await demo.passes(0.1)
    await demo.pause()
    await page.getByRole('tab', { name: 'Code' }).click()
    const { time, poses } = await demo.frame()
    const code = page.getByRole('region', { name: 'Program' })
    await expect(code).toContainText(`simulation.step(${Math.round(time / 1e-3)})`)
    const text = (await code.textContent()) ?? ''
    const [, names = ''] = /^import \{ (.*) \} from 'linkwork'/.exec(text) ?? []
    const body = text.replace(/^import.*$/gm, '').replace(/console\.log.*/, 'return simulation')
    const library = (await import('linkwork')) as unknown as Record<string, unknown>
    const { constructor: AsyncFunction } = async () => undefined
    const run = (AsyncFunction as FunctionConstructor)(...names.split(', '), body)
    using simulation = await run(...names.split(', ').map((name) => library[name]))
    expect(simulation.time).toBeCloseTo(time, 9)
    for (const [i, value] of poses.entries()) expect(simulation.poses[i]).toBeCloseTo(value, 8)
  })
}

test('a link does again what was done, drags and scrubs included, to the bit', async ({
  demo,
  page
}) => {
  await measuring(demo, [])
  await demo.pause()
  const start = await demo.time()
  const [x, y] = await demo.grab(await demo.grid(9, 7))
  await page.keyboard.press('Space')
  await page.mouse.move(x + 60, y - 40, { steps: 5 })
  await demo.passes(start + 0.4)
  await page.mouse.up()
  const released = await demo.time()
  await demo.passes(released + 0.3)
  // It goes 0.1 s back, to after the release.
  await page.keyboard.press('ArrowLeft')
  await demo.passes(released + 0.5)
  await demo.pause()
  const { time, poses } = await demo.frame()
  const link = await linkOf(page)
  await page.goto('about:blank')
  await page.goto(link)
  const words = page.locator('.notice').getByText(/result|difference/)
  await expect(words).toHaveText(
    new RegExp(
      `^Same result, to the bit: ${(1000 * time).toFixed(0).replace(/(.)(?=...$)/, '$1,')} steps`
    )
  )
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const after = await demo.frame()
  expect(after.time).toBeCloseTo(time, 9)
  expect(after.poses).toEqual(poses)
  // And a hand that was elsewhere by a hair is found out.
  const address = new URL(link)
  const parameters = new URLSearchParams(address.hash.slice(1))
  const script = unpack(parameters.get('replay') ?? '') as Script
  const inputs = script.inputs.map(({ at, input }) =>
    input.type === 'pull' ? { at, input: { ...input, target: [0, 0, 0.4] } } : { at, input }
  )
  expect(inputs.map(({ input }) => input.type)).toEqual(
    expect.arrayContaining(['pull', 'release', 'turn'])
  )
  parameters.set('replay', pack({ ...script, inputs }))
  await page.goto('about:blank')
  await page.goto(`${address.origin}/#${parameters}`)
  await expect(words).toHaveText(/^First difference between \d\.\d0 s and \d\.\d+ s/)
})

test('what cannot replay says why, and how it can @all', async ({ demo, page }) => {
  await measuring(demo, [])
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Longer step' }).click()
  await page.keyboard.press('5')
  await page.getByRole('button', { name: 'Copy replay link' }).click()
  await expect(page.getByText(/^The solver or a slider was changed/)).toBeVisible()
  const start = await demo.earlierAfter(() =>
    page.getByRole('button', { name: 'Restart to replay' }).click()
  )
  expect(start).toBeLessThan(0.3)
  expect(await linkOf(page)).toContain('step=0.002')
  await page.goto('about:blank')
  await demo.open('mechanism=four-bar&mode=measure&replay=AAAA')
  await expect(page.getByText(/^The link contains no motion to replay/)).toBeVisible()
})

test('key poses become a motion, the torques that it needs, and a table of them', async ({
  demo,
  page
}) => {
  await measuring(demo, [])
  await page.getByRole('tab', { name: 'Plot' }).focus()
  await page.keyboard.press('ArrowLeft') // from the first to the last
  await expect(page.getByRole('tab', { name: 'Code' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  const keys = page.getByRole('group', { name: 'Key poses' }).getByRole('button')
  const words = page.locator('.motion-words')
  await expect(words).toHaveText(/two make a motion/)
  await page.getByRole('button', { name: 'Add key pose (K)' }).click()
  await demo.passes((await demo.time()) + 0.15)
  await page.keyboard.press('k')
  await demo.passes((await demo.time()) + 0.15)
  await demo.pause()
  await page.keyboard.press('k')
  await expect(keys).toHaveCount(3)
  await expect(words).toHaveText(/^Crank needs most: [\d.]+ N m at [\d.]+ s\.$/)
  await keys.nth(2).focus()
  await page.keyboard.press('ArrowRight')
  await expect(keys.nth(2)).toHaveAccessibleName('Key pose 3 at 2.10 s')
  const box = await keys.nth(1).boundingBox()
  if (!box) throw new Error('The key has no box.')
  await page.mouse.move(box.x + 22, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 62, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(keys.nth(1)).not.toHaveAccessibleName('Key pose 2 at 1.00 s')
  await page.getByLabel('Reaction in').selectOption('Reaction in rocker pin')
  await expect(page.getByRole('img', { name: /Rocker pin reaction in N$/ })).toBeVisible()
  const { name, content } = await fileOf(page, 'Torques, CSV')
  expect(name).toBe('four-bar-torques.csv')
  const { heads, columns } = tableOf(content)
  expect(heads).toEqual(['Time [s]', 'Crank [N m]', 'Power [W]', 'Rocker pin reaction [N]'])
  expect(columns[0]?.at(-1)).toBeCloseTo(2.1, 9)
  expect(columns[2]?.at(-1)).toBeCloseTo(0, 9) // it comes to rest
  await page.getByRole('button', { name: 'Play motion' }).click()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await expect(page.locator('.motion-cursor')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.locator('.motion-cursor')).toBeHidden()
  await keys.nth(1).click()
  await page.getByRole('button', { name: 'Back to the simulation' }).click()
  await expect(page.locator('.motion-cursor')).toBeHidden()
  await keys.nth(0).focus()
  await page.keyboard.press('Delete')
  await expect(keys).toHaveCount(2)
})

test('the motor that cannot do what a motion needs is named @all', async ({ demo, page }) => {
  await demo.open('mode=measure')
  const robot = `<robot name="arm"><link name="base"/><link name="bar"><inertial>
    <origin xyz="0 0 -1"/><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1"
    ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="elbow" type="revolute">
    <parent link="base"/><child link="bar"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="0.1" velocity="5"/></joint></robot>`
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open file' }).click()
  await (await chooser).setFiles({
    name: 'arm.urdf',
    mimeType: 'text/xml',
    buffer: Buffer.from(robot)
  })
  await expect(page.getByRole('heading', { name: 'arm' })).toBeVisible()
  await demo.pause()
  await page.getByRole('tab', { name: 'Key poses' }).click()
  const add = page.getByRole('button', { name: 'Add key pose (K)' })
  await add.click()
  const points = await demo.grid(15, 15)
  const [x, y] = await demo.grab(points)
  await page.keyboard.press('Space')
  await page.mouse.move(x + 150, y - 60, { steps: 5 })
  await demo.passes((await demo.time()) + 1)
  await page.keyboard.press('k')
  await page.mouse.up()
  await expect(page.locator('.motion-words')).toHaveText(
    /^Elbow needs [\d.]+ N m at [\d.]+ s: its motor has 0\.1 N m\.$/
  )
})

test('axe finds nothing in dark and light @all', async ({ demo, page }) => {
  for (const colorScheme of ['dark', 'light'] as const)
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme })
      await page.goto('about:blank')
      await measuring(demo, ['Crank joint angle', 'Crank joint velocity'])
      await page.getByLabel('Plot Crank joint velocity against').selectOption('Crank joint angle')
      await demo.pause()
      await expectAccessible(page)
      for (const name of ['Key poses', 'Code']) {
        await page.getByRole('tab', { name }).click()
        if (name === 'Key poses') for (let i = 0; i < 2; i++) await page.keyboard.press('k')
        await expectAccessible(page)
      }
    })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('quantities are in the sheet, the plot under the stage @all', async ({ demo, page }) => {
    await demo.open('mechanism=four-bar&mode=measure')
    await page.getByRole('button', { name: 'Setup' }).last().click()
    await page.getByRole('button', { name: 'Kinetic energy' }).click()
    await page.getByRole('button', { name: 'Setup' }).last().click()
    await expect(page.getByRole('img', { name: 'Over time: Kinetic energy in J' })).toBeVisible()
    await page.getByRole('tab', { name: 'Code' }).click()
    await expect(page.getByRole('region', { name: 'Program' })).toContainText('simulation.step(')
    await expectAccessible(page)
  })
})
