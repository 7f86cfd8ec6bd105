import { json } from '../support/flaky-network.ts'
import { expect, test } from '../support/fronted.ts'
import { listen } from '../support/heard.ts'
import { openEditor, row, twoColours } from '../support/photo.ts'
import { settled } from '../support/settled.ts'

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'

test('Back over a photo editor asks and closes that alone; the form below stays (R-193, R-194, D-84)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  await person.addLink(shop.product('Oak lamp'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Oak lamp').locator('img:not([data-placeholder])')).toBeVisible()
  await row(page, 'Oak lamp').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
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

test('a photo that is being cut outlives a lost connection, and is saved after it (R-589, D-105)', async ({
  page,
  person,
  shop,
  signIn,
  context,
}) => {
  await person.addLink(shop.product('Pine stool'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Pine stool').locator('img:not([data-placeholder])')).toBeVisible()
  const before = await row(page, 'Pine stool')
    .locator('img:not([data-placeholder])')
    .getAttribute('src')
  const editor = await openEditor(page, 'Pine stool')
  await editor.getByLabel('Photo', { exact: true }).setInputFiles(await twoColours(600, 900))
  await editor.getByRole('combobox').selectOption('square')
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await expect(editor.getByRole('combobox')).toHaveValue('square')
  await context.setOffline(false)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect(row(page, 'Pine stool').locator('img:not([data-placeholder])')).not.toHaveAttribute(
    'src',
    before ?? '',
  )
})

test('closing the tab over a photo that is being cut asks, too (D-84)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  await person.addLink(shop.product('Wool rug'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Wool rug').locator('img:not([data-placeholder])')).toBeVisible()
  const editor = await openEditor(page, 'Wool rug')
  await editor.getByLabel('Photo', { exact: true }).setInputFiles(await twoColours(600, 900))
  await editor.getByRole('combobox').selectOption('square')
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload().catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloading
})

test('an upload that is answered 503 loses neither photo nor cut, when the page would reload either (R-583, R-589, D-105)', async ({
  page,
  person,
  shop,
  signIn,
  front,
}) => {
  await person.addLink(shop.product('Clay bowl'))
  await page.clock.install()
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Clay bowl').locator('img:not([data-placeholder])')).toBeVisible()
  const editor = await openEditor(page, 'Clay bowl')
  await editor.getByLabel('Photo', { exact: true }).setInputFiles(await twoColours(600, 900))
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
