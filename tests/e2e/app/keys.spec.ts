import { cutWords } from '../support/whole-words.ts'
import { expectHolds } from '../support/holds.ts'
import { settled } from '../support/settled.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('?, c and / work until they are switched off', async ({ page, addProduct, openApp }) => {
  await addProduct('Oak lamp')
  await openApp('/rank')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const create = page.getByRole('dialog', { name: 'New link' })
  await expectHolds(page, 'the list of keys', async () => {
    await page.goto('/rank')
    await settled(page)
    // The key handlers are loaded shortly after the screen, so the key press is repeated until it
    // works.
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(list).toBeVisible({ timeout: 500 })
    }).toPass()
  })
  await expect.poll(() => cutWords(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  await page.keyboard.press('c')
  await expect(create).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(create).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: /your links/i })).toBeFocused()
  await expect(page).toHaveURL('/splitlinks')

  await page.getByRole('searchbox').blur()
  await page.keyboard.press('?')
  await list.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('c')
  await page.keyboard.press('?')
  // The help screen lists the shortcuts also when they are switched off, and "c" opens nothing.
  await page.goto('/info')
  await page.keyboard.press('c')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
  await expect(list).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
