import type { Page } from '@playwright/test'
import { fourBar, load } from 'linkwork'
import { fileOf, linkOf, pictureSizeOf, tableOf } from './measuring.ts'
import { type DemoPage, expect, test } from './page.ts'
import { press as pressControl, sizes } from './sizes.ts'

/** A button of Measure has the same effect on a desktop and on a phone, where it is in a sheet. */

for (const [size, use] of Object.entries(sizes))
  test.describe(`on a ${size}`, () => {
    test.use(use)

    /** Opens the panel of quantities, which a desktop always shows; again: closes it. */
    const panel = async (page: Page) => {
      if (size === 'phone') await page.getByRole('button', { name: 'Setup' }).last().click()
    }
    const press = (page: Page, name: string) =>
      pressControl(size, page.getByRole('button', { name, exact: true }))

    const measuring = async (demo: DemoPage, page: Page, time: number) => {
      await demo.open('mechanism=four-bar&mode=measure')
      await demo.passes(time)
      await demo.pause()
      await panel(page)
    }

    /** Follows quantities, as many as a plot can show, from the start on. */
    const followed = async (page: Page, names: readonly string[]) => {
      for (const name of names) await press(page, name)
      const table = async () => tableOf((await fileOf(page, /^Traces/)).content)
      // The past is gone through backwards, a little at every frame.
      await expect.poll(async () => (await table()).columns[0]?.[0]).toBeLessThan(0.002)
      const { heads, columns } = await table()
      expect(heads.map((head) => head.replace(/ \[.*/, ''))).toEqual(['Time', ...names])
      const rows = Array.from(columns[0] ?? [], (_, i) => columns.map((column) => column[i] ?? NaN))
      expect(rows.length).toBeGreaterThan(50)
      expect(rows.flat().every(Number.isFinite)).toBe(true)
      for (const name of names) await press(page, name)
      return rows
    }

    test('quantities of a joint and its part keep their laws @all', async ({ demo, page }) => {
      await measuring(demo, page, 1)
      const { content } = await fileOf(page, /^Mechanism/)
      const { bodies, joints } = JSON.parse(content.toString())
      const [radius] = bodies[0].centerOfMass
      const [x0, , z0] = joints[0].parentFrame?.position ?? [0, 0, 0]
      const joint = ['angle', 'velocity', 'acceleration', 'torque'].map((each) => `joint ${each}`)
      const names = [...joint, 'x', 'y', 'z', 'speed'].map((each) => `Crank ${each}`)
      const rows = (await followed(page, names)) as [number, ...number[]][]
      for (const [i, row] of rows.entries()) {
        const [time, angle, velocity, acceleration, torque, x, y, z, speed] = row as number[] as [
          ...[number, number, number, number, number],
          ...[number, number, number, number]
        ]
        // The crank turns about its pin, driven only by the weight on it.
        expect(Math.hypot(x - x0, z - z0)).toBeCloseTo(radius, 9)
        expect(y).toBeCloseTo(0, 9)
        expect(speed).toBeCloseTo(radius * Math.abs(velocity), 6)
        expect(torque).toBeCloseTo(0, 9)
        if (i === 0) continue
        // The mean of two rates is the mean rate but for a term of the third order.
        const [before, angleBefore = 0, rateBefore = 0, secondBefore = 0] = rows[i - 1] ?? [0]
        const h = time - before
        const turned = angle - angleBefore - (h * (velocity + rateBefore)) / 2
        expect(Math.abs(turned)).toBeLessThan(2e3 * h ** 3)
        const gained = velocity - rateBefore - (h * (acceleration + secondBefore)) / 2
        expect(Math.abs(gained)).toBeLessThan(2e5 * h ** 3)
      }
    })

    test('forces and what the whole mechanism has keep their laws @all', async ({ demo, page }) => {
      await measuring(demo, page, 1)
      const { content } = await fileOf(page, /^Mechanism/)
      const { bodies } = JSON.parse(content.toString())
      const mass = bodies.reduce((sum: number, body: { mass: number }) => sum + body.mass, 0)
      const rows = await followed(page, [
        ...['Crank joint reaction force', 'Crank joint reaction moment'],
        ...['Kinetic energy', 'Potential energy', 'Total energy'],
        ...['Linear momentum', 'Angular momentum']
      ])
      const total = rows[0]?.[5] ?? NaN
      for (const [
        ,
        force = NaN,
        moment = NaN,
        kinetic = NaN,
        potential = NaN,
        all,
        momentum = NaN
      ] of rows) {
        expect(force).toBeGreaterThan(0)
        expect(moment).toBeGreaterThanOrEqual(0)
        expect(kinetic + potential).toBeCloseTo(all ?? NaN, 9)
        expect(all).toBeCloseTo(total, 6)
        // Of the energy that of the motion of the center of mass, p² / 2m, is a part.
        expect(momentum ** 2 / (2 * mass)).toBeLessThan(kinetic)
      }
    })

    test('files and the link that replays are given @all', async ({ demo, page }) => {
      await measuring(demo, page, 0.3)
      const { time, poses } = await demo.frame()
      for (const [label, name, start] of [
        [/^Picture/, 'four-bar.png', '\x89PNG'],
        [/^Animation/, 'four-bar.glb', 'glTF'],
        [/^Mechanism/, 'four-bar.json', '{'],
        [/^Page HTML/, 'four-bar.html', '<!doctype html>']
      ] as const) {
        const file = await fileOf(page, label)
        expect(file.name).toBe(name)
        expect(file.content.toString('latin1', 0, start.length)).toBe(start)
      }
      const link = await linkOf(page)
      await page.goto('about:blank')
      await page.goto(link)
      const words = page.locator('.notice').getByText(/result|difference/)
      await expect(words).toHaveText(/^Same result, to the bit: [\d,]+ steps/)
      const again = await demo.frame()
      expect(again.time).toBeCloseTo(time, 9)
      expect(again.poses).toEqual(poses)
    })

    test('key poses are added, played and taken along @all', async ({ demo, page }) => {
      await demo.open('mechanism=four-bar&mode=measure')
      await pressControl(size, page.getByRole('tab', { name: 'Key poses' }))
      await press(page, 'Add key pose (K)')
      await demo.passes((await demo.time()) + 0.2)
      await demo.pause()
      await press(page, 'Add key pose (K)')
      await expect(page.locator('.motion-words')).toHaveText(/^Crank needs most: /)
      const { content } = await fileOf(page, 'Torques, CSV')
      const [time = [], torque = [], power = []] = tableOf(content).columns
      expect(time.at(-1)).toBeCloseTo(1, 9)
      expect(Math.max(...torque.map(Math.abs))).toBeGreaterThan(0.1)
      for (const at of [0, -1]) expect(power.at(at)).toBeCloseTo(0, 9) // it rests there
      await press(page, 'Play motion')
      await expect(page.locator('.motion-cursor')).toBeVisible()
      await press(page, 'Back to the simulation')
      await expect(page.locator('.motion-cursor')).toBeHidden()
    })

    test('a film of the stage is taken while its button is pressed @all', async ({
      demo,
      page
    }) => {
      await demo.open('mechanism=four-bar&mode=measure')
      await panel(page)
      const stage = await page
        .locator('canvas.diagram')
        .evaluate(({ width, height }: HTMLCanvasElement) => [width, height])
      await pressControl(size, page.getByRole('button', { name: /^Video/ }))
      const stop = page.getByRole('button', { name: /^Stop and save/ })
      await expect(stop).toHaveAttribute('aria-pressed', 'true')
      await demo.frames(10)
      const { name, content } = await fileOf(page, /^Stop and save/)
      expect(name).toMatch(/^four-bar\.(webm|mp4)$/)
      await expect(page.getByRole('button', { name: /^Video/ })).toHaveAttribute(
        'aria-pressed',
        'false'
      )
      // Encoders take even numbers of pixels.
      const film = await pictureSizeOf(page, content)
      for (const i of [0, 1]) expect(Math.abs((film[i] ?? 0) - (stage[i] ?? 0))).toBeLessThan(2)
    })

    test('all languages are shown and copied @all', async ({ demo, page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await demo.open('mechanism=four-bar&mode=measure')
      await demo.pause()
      await pressControl(size, page.getByRole('tab', { name: 'Code' }))
      const code = page.getByRole('region', { name: 'Program' })
      await expect(code).toContainText("import { fourBar, load } from 'linkwork'")
      const languages = page.getByRole('group', { name: 'Language' })
      for (const [language, line] of [
        ['C++', 'linkwork::mechanismFromJson'],
        ['Command line', 'npx linkwork catalogue fourBar startSpeed=6 crank='],
        ['JSON', '"name": "crank"']
      ] as const) {
        await pressControl(size, languages.getByText(language, { exact: true }))
        await expect(code).toContainText(line)
      }
      await press(page, 'Copy')
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      const linkwork = await load()
      expect(linkwork.info(JSON.parse(copied)).joints).toEqual(
        linkwork.info(fourBar({ startSpeed: 6 })).joints
      )
    })
  })
