import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { encode } from 'uqr'
import { decodePicture, showPdf } from '#support/server/links/qr-codes.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { linkRow } from '../support/links.ts'
import { disconnect } from '../support/offline.ts'
import { expect, test } from '../support/test.ts'

const QUIET = 4
const FINDER = 7

/** Reads the modules of a QR code image at the centre of each module. */
async function modulesOf(picture: Buffer, size: number): Promise<boolean[][]> {
  const side = (size + 2 * QUIET) * 10
  const { data } = await sharp(picture, { density: 600 })
    .resize(side, side)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) =>
    (data[(y + QUIET) * 10 * side + 5 * side + (x + QUIET) * 10 + 5] ?? 255) < 128
  return span(size).map((y) => span(size).map((x) => isDark(x, y)))
}

const span = (size: number) => Array.from({ length: size + 2 * QUIET }, (_, n) => n - QUIET)

/**
 * Compares all modules with the encoded text, except those below the logo, which error correction
 * level H restores.
 */
async function expectCode(picture: Buffer, text: string) {
  const { data, size } = encode(text, { ecc: 'H', border: 0 })
  const seen = await modulesOf(picture, size)
  const differing: string[] = []
  for (const [row, y] of span(size).entries()) {
    for (const [column, x] of span(size).entries()) {
      const isUnderMark = Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) < size * 0.13 + 1
      if (isUnderMark || isFinderCorner(x, y, size)) continue
      const wanted = data[y]?.[x] ?? false
      if (seen[row]?.[column] !== wanted) differing.push(`${x},${y}`)
    }
  }
  expect(differing).toEqual([])
}

/**
 * Returns true for the corner modules of the finder patterns, which are drawn rounded. Cameras look
 * for the middle rows of the patterns, which are exact.
 */
function isFinderCorner(x: number, y: number, size: number): boolean {
  const far = size - FINDER
  return [
    [0, 0],
    [far, 0],
    [0, far],
  ].some(([left = 0, top = 0]) => {
    const [dx, dy] = [Math.abs(x - left - 3), Math.abs(y - top - 3)]
    return dx === 3 && dy === 3
  })
}

async function saved(page: Page, kind: 'PNG' | 'SVG') {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Save ${kind}` }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('the QR code is saved as PNG and SVG (R-215)', async ({ page, openWithLink }) => {
  const link = await openWithLink('Oak arc lamp')
  const row = linkRow(page, 'Oak arc lamp')
  await expect(row).toBeVisible({ timeout: 20_000 })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await disconnect(page)
  await page.reload()
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await row.click()
  await expect(page.getByAltText(`QR code for ${link.split_url}`)).toBeVisible()

  const png = await saved(page, 'PNG')
  expect(png.name).toBe(`qr-${link.short_code}.png`)
  expect(await sharp(png.bytes).metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 1200,
  })
  await expectCode(png.bytes, link.split_url)

  const svg = await saved(page, 'SVG')
  expect(svg.name).toBe(`qr-${link.short_code}.svg`)
  expect(svg.bytes.toString()).not.toMatch(/<script|href=|currentColor/)
  await expectCode(svg.bytes, link.split_url)
})

test('a QR code gets colours and no logo, and is downloaded in three formats', async ({
  page,
  openWithLink,
}) => {
  const link = await openWithLink('Oak arc lamp')
  await linkRow(page, 'Oak arc lamp').click()
  await page.getByRole('button', { name: 'Colours and logo' }).click()
  await expect(page.getByAltText(`Styled QR code for ${link.split_url}`)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'colours and logo of a QR code')

  await page.getByLabel('Colour', { exact: true }).fill('#dddddd')
  await expect(page.getByText(/Scanners need more contrast/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled()
  await page.getByLabel('Colour', { exact: true }).fill('#b00020')
  await page.getByRole('radio', { name: 'None' }).check({ force: true })
  for (const kind of ['SVG', 'PNG', 'PDF']) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download ${kind}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`qr-${link.short_code}.${kind.toLowerCase()}`)
    const bytes = readFileSync(await file.path())
    if (kind === 'PDF') expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    else
      expect(await decodePicture(sharp(bytes, { density: 300 }).flatten())).toBe(
        `${link.split_url}?from=qr`,
      )
  }
})

test('QR codes of selected links are downloaded as a printable sheet', async ({
  page,
  openWithLink,
}) => {
  const link = await openWithLink('Oak arc lamp')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Oak arc lamp' }).click()
  await expectAccessibleInBothThemes(page, 'actions for selected links')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print QR codes' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('qr-codes.pdf')
  await expect(page.getByText('QR codes of 1 link downloaded')).toBeVisible()
  const [sheet] = await showPdf(readFileSync(await file.path()), 1)
  expect(sheet?.text).toContain(link.short_code)
  expect(sheet?.text).toContain('Oak arc lamp')
})
