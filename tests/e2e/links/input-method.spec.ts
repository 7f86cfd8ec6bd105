import type { CDPSession } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/**
 * Sends a key press with key code 229, which browsers report while an input method handles the key.
 */
const pressInMethod = (method: CDPSession, key: string) =>
  method.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key,
    code: key,
    windowsVirtualKeyCode: 229,
  })

test('input method keys do not submit or close anything', async ({ page, openApp }) => {
  await openApp('/splitlinks?tab=collections')
  const method = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    method.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 })
  await page.getByRole('button', { name: 'New collection' }).click()
  const dialog = page.getByRole('dialog')

  // The browser itself submits a form with only one field on Enter.
  const name = dialog.getByLabel('Name')
  await name.focus()
  await compose('夏')
  for (const key of ['Enter', 'Escape']) await pressInMethod(method, key)
  await method.send('Input.insertText', { text: '夏' })
  for (const key of ['Enter', 'Escape']) await pressInMethod(method, key)
  await expect(dialog).toBeVisible()
  await expect(name).toHaveValue('夏')

  await dialog.getByRole('radio', { name: 'Smart' }).check()
  const tags = dialog.getByRole('textbox', { name: 'Tagged' })
  await tags.focus()
  await compose('花')
  await pressInMethod(method, 'Enter')
  await method.send('Input.insertText', { text: '花' })
  await pressInMethod(method, 'Enter')
  await expect(tags).toHaveValue('花')
  await page.keyboard.press('Enter')
  await expect(tags).toHaveValue('')
})
