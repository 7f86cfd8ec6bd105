import { readCase } from '../../support/cases.ts'
import { cropRatio, openEditor, openEditorWith } from '../support/photo.ts'
import { expect, test } from '../support/test.ts'

test('a free crop can have any shape by keys alone (WCAG 2.1.1)', async ({
  page,
  openWithLink,
}) => {
  await openWithLink('Oak lamp')
  const editor = await openEditorWith(page, 'Oak lamp', 600, 600)
  await editor.getByRole('combobox').selectOption('free')
  await editor.getByRole('application').focus()
  const crop = editor.locator('.cropper-crop-box')
  const before = (await crop.boundingBox()) ?? { width: 0, height: 0 }
  for (const key of ['N', 'N', 'n']) await page.keyboard.press(key === 'N' ? 'Shift+N' : key)
  await page.keyboard.press('Shift+S')
  const after = (await crop.boundingBox()) ?? { width: 0, height: 0 }
  expect(before.width - after.width).toBeCloseTo(21, 0)
  expect(before.height - after.height).toBeCloseTo(10, 0)
  await page.keyboard.press('w')
  await page.keyboard.press('t')
  const last = (await crop.boundingBox()) ?? { width: 0, height: 0 }
  expect(last.width - after.width).toBeCloseTo(1, 0)
  expect(last.height - after.height).toBeCloseTo(1, 0)
  await editor.getByRole('combobox').selectOption('2:3')
  await editor.getByRole('application').focus()
  await page.keyboard.press('Shift+N')
  expect(await cropRatio(page)).toBeCloseTo(2 / 3, 2)
})

test('crop tools stay visible in landscape (R-303)', async ({ page, openWithLink }) => {
  await openWithLink('Tall vase')
  const editor = await openEditorWith(page, 'Tall vase', 900, 600)
  await expect(editor.locator('.cropper-crop-box')).toBeVisible()
  const stage = editor.getByRole('application')
  const isHighAt = async (width: number, height: number, high: number) => {
    await page.setViewportSize({ width, height })
    await expect.poll(async () => (await stage.boundingBox())?.height).toBe(high)
  }
  await isHighAt(390, 600, 375)
  await isHighAt(844, 390, 150)
  await expect(editor.getByRole('combobox')).toBeInViewport({ ratio: 1 })
  const picture = editor.locator('.cropper-canvas')
  await expect.poll(async () => (await picture.boundingBox())?.height).toBeLessThanOrEqual(150)
})

test('a panorama opens with a 50 px crop (R-284)', async ({ page, openWithLink }) => {
  await openWithLink('Long shelf')
  const editor = await openEditor(page, 'Long shelf')
  const photo = { name: 'panorama.jpg', mimeType: 'image/jpeg' }
  const buffer = readCase('panorama-12000x200.jpg')
  await editor.getByLabel('Photo', { exact: true }).setInputFiles({ ...photo, buffer })
  await editor.getByRole('combobox').selectOption('Square')
  const crop = editor.locator('.cropper-crop-box')
  const box = async () => (await crop.boundingBox()) ?? { x: 0, width: 0, height: 0 }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(async () => (await box()).width).toBeGreaterThanOrEqual(49.5)
    expect((await box()).height).toBeCloseTo((await box()).width, 0)
  }
  const before = await box()
  await editor.getByRole('application').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await box()).x - before.x).toBeCloseTo(10, 0)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
})
