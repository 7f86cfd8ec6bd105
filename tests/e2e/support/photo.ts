import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { linkRow, chooseForRow } from './links.ts'
import { expect } from './test.ts'

/**
 * Returns a PNG with a red left and a blue right half, so that a test can recognize a crop by its
 * colours.
 */
export const twoColours = async (width: number, height: number) => ({
  name: 'two-colours.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([
      {
        input: {
          create: { width: Math.round(width / 2), height, channels: 3, background: 'blue' },
        },
        left: Math.round(width / 2),
        top: 0,
      },
    ])
    .png()
    .toBuffer(),
})

/** Returns the picture in the row of a link, once it has loaded. */
export const rowPicture = (page: Page, name: string) =>
  linkRow(page, name).locator('img:not([data-placeholder])')

/**
 * Opens the photo editor of a link. The link's name appears before its picture, so this waits for
 * the picture.
 */
export async function openEditor(page: Page, name: string) {
  await expect(rowPicture(page, name)).toBeVisible({ timeout: 20_000 })
  await chooseForRow(page, name, 'Edit photo')
  const editor = page.getByRole('dialog', { name: 'Edit photo' })
  await expect(editor).toBeVisible()
  return editor
}

/** Opens the photo editor of a link and chooses a picture of two colours of this size. */
export async function openEditorWith(page: Page, name: string, width: number, height: number) {
  const editor = await openEditor(page, name)
  await editor.getByLabel('Photo', { exact: true }).setInputFiles(await twoColours(width, height))
  return editor
}

export const file = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

export async function drag(page: Page, from: [number, number], to: [number, number]) {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 8 })
  await page.mouse.up()
}

/** Returns the width-to-height ratio of the crop box on the screen. */
export async function cropRatio(page: Page): Promise<number> {
  const box = await page.locator('.cropper-crop-box').boundingBox()
  return box ? box.width / box.height : Number.NaN
}
