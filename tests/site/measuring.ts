import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'

/** The file that a button gives. */
export async function fileOf(
  page: Page,
  label: string | RegExp
): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: label }).click()
  ])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

/** Headings of a CSV file and its columns. */
export function tableOf(content: Buffer) {
  const [head = '', ...rows] = content.toString().trimEnd().split('\n')
  const cells = rows.map((row) => row.split(',').map(Number))
  const heads = head.split(',')
  return { heads, columns: heads.map((_, i) => cells.map((row) => row[i] ?? Number.NaN)) }
}

/** The link that replays what was done on a page. */
export async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy replay link' }).click()
  const note = page.getByRole('complementary', { name: 'Measure' }).locator('[data-link]')
  await expect(note).toHaveText(/^Copied: /)
  return (await note.getAttribute('data-link')) ?? ''
}

/** Width and height of a film's pictures [px], as a browser plays it. */
export async function pictureSizeOf(page: Page, film: Buffer): Promise<number[]> {
  const other = await page.context().newPage()
  const size = await other.evaluate(async (bytes) => {
    const video = document.createElement('video')
    video.src = `data:video/mp4;base64,${bytes}`
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve
      video.onerror = () => reject(new Error(video.error?.message))
    })
    return [video.videoWidth, video.videoHeight]
  }, film.toString('base64'))
  await other.close()
  return size
}
