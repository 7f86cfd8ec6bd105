import { json } from '../support/flaky-network.ts'
import { expect, test } from '../support/fronted.ts'
import { listen } from '../support/heard.ts'
import { chooseForRow } from '../support/links.ts'
import { goOffline, goOnline } from '../support/offline.ts'
import { twoColours, openEditorWith, rowPicture } from '../support/photo.ts'
import { settled } from '../support/settled.ts'
import { reloadUnsaved } from '../support/reload.ts'

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'

test('Back closes only the editor (R-193, R-194, D-84)', async ({ page, openWithLink }) => {
  await openWithLink('Oak lamp')
  await expect(rowPicture(page, 'Oak lamp')).toBeVisible()
  await chooseForRow(page, 'Oak lamp', 'Edit')
  await page.getByLabel('Choose a photo').setInputFiles(await twoColours(600, 900))
  const editor = page.getByRole('dialog', { name: 'Edit photo' })
  await expect(editor.locator('.cropper-crop-box')).toBeVisible()

  await page.evaluate(() => history.back())
  await expect(page.getByText(QUESTION)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(editor).toBeVisible()
  await page.evaluate(() => history.back())
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(editor).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Preview' })).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a crop survives being offline (R-589, D-105)', async ({ page, openWithLink }) => {
  await openWithLink('Pine stool')
  await expect(rowPicture(page, 'Pine stool')).toBeVisible()
  const before = await rowPicture(page, 'Pine stool').getAttribute('src')
  const editor = await openEditorWith(page, 'Pine stool', 600, 900)
  await editor.getByRole('combobox').selectOption('square')
  await settled(page)
  await goOffline(page)
  await expect(editor.getByRole('combobox')).toHaveValue('square')
  await goOnline(page)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect(rowPicture(page, 'Pine stool')).not.toHaveAttribute('src', before ?? '')
})

test('closing a tab with an open crop asks (D-84)', async ({ page, openWithLink }) => {
  await openWithLink('Wool rug')
  await expect(rowPicture(page, 'Wool rug')).toBeVisible()
  const editor = await openEditorWith(page, 'Wool rug', 600, 900)
  await editor.getByRole('combobox').selectOption('square')
  await reloadUnsaved(page)
})

test('503 keeps the photo (R-583, R-589, D-105)', async ({ page, addProduct, front, openApp }) => {
  await addProduct('Clay bowl')
  await page.clock.install()
  await openApp('/splitlinks')
  await expect(rowPicture(page, 'Clay bowl')).toBeVisible()
  const editor = await openEditorWith(page, 'Clay bowl', 600, 900)
  await editor.getByRole('combobox').selectOption('square')
  front.rule(({ method }) => (method === 'POST' ? json({ retry_after: 120 }, 503) : undefined))
  await editor.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('We will be back in 2 minutes.')
  await expect(alert).toContainText('Your photo is still here.')
  front.clear()
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.clock.fastForward(140_000)
  await expect(alert).toHaveCount(0)
  await expect(editor.getByRole('combobox')).toHaveValue('square')
  const heard = await listen(page)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect.poll(heard.lines).toContain('Photo saved')
  expect(loads).toBe(0)
})
