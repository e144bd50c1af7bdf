import type { Page } from '@playwright/test'
import { expect } from './page.ts'

/** Build's paper as tests draw on it, in pixels from its middle. */

export type Spot = readonly [number, number]

/** The canvas context. */
export interface Pointer {
  down(place: Spot): Promise<unknown>
  move(place: Spot): Promise<unknown>
  up(): Promise<unknown>
}

const mouseOf = ({ mouse }: Page): Pointer => ({
  down: async ([x, y]) => {
    await mouse.move(x, y)
    await mouse.down()
  },
  move: ([x, y]) => mouse.move(x, y),
  up: () => mouse.up()
})

export async function fingerOf(page: Page): Promise<Pointer> {
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: readonly Spot[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: spots.map(([x, y]) => ({ x, y })) })
  return {
    down: (place) => send('touchStart', [place]),
    move: (place) => send('touchMove', [place]),
    up: () => send('touchEnd', [])
  }
}

/** Begins a drawing, and gives its paper. */
export async function newDrawing(page: Page, pointer = mouseOf(page)) {
  await page.getByRole('button', { name: 'New drawing' }).click()
  await expect(page.locator('.sketch-point')).toHaveCount(0)
  await expect(page.locator('.sketch-over[data-running]')).toBeVisible()
  return await paperOf(page, pointer)
}

/** The paper of what is drawn. */
export async function paperOf(page: Page, pointer = mouseOf(page)) {
  const box = await page.getByRole('application', { name: /^Drawing/ }).boundingBox()
  if (!box) throw new Error('There is no paper.')
  const at = ([x, y]: Spot): [number, number] => [
    box.x + box.width / 2 + x,
    box.y + box.height / 2 + y
  ]
  const drag = async (from: Spot, to: Spot) => {
    await pointer.down(at(from))
    await pointer.move(at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
    await pointer.move(at(to))
    await pointer.up()
  }
  /** The position of a point of the drawing, by its place in the order of drawing. */
  const pointAt = async (index: number): Promise<Spot> => {
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)))
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)))
    const point = await page.locator('.sketch-point').nth(index).boundingBox()
    if (!point) throw new Error('There is no such point.')
    const [x, y] = at([0, 0])
    return [point.x + point.width / 2 - x, point.y + point.height / 2 - y]
  }
  const press = async (place: Spot) => {
    await pointer.down(at(place))
    await pointer.up()
  }
  return {
    at,
    drag,
    press,
    pressPoint: async (index: number) => press(await pointAt(index)),
    pointAt,
    dragPoint: async (index: number, to: Spot) => drag(await pointAt(index), to)
  }
}

/** The text about the motion of a drawing. */
export const badge = (page: Page) => page.locator('.sketch-badge')
