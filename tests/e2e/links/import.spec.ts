import { expectAccessible } from '../support/axe.ts'
import { bitlyExport } from '../support/bitly.ts'
import { expect, test } from '../support/test.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`import and exports are accessible, ${colorScheme}`, async ({ page, openApp }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openApp('/splitlinks?import')
    const dialog = page.getByRole('dialog', { name: 'Import links' })
    await expect(dialog.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible()
    await expectAccessible(page, 'choosing a file')
    await dialog.getByLabel('CSV file').setInputFiles(bitlyExport())
    await expect(dialog.getByText('2 new links')).toBeVisible()
    await expectAccessible(page, 'what will happen')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(
      await dialog.evaluate((element) =>
        [...element.querySelectorAll('*')].some(
          (one) =>
            one.getBoundingClientRect().right > 321 && getComputedStyle(one).overflow !== 'hidden',
        ),
      ),
    ).toBe(false)
    await page.setViewportSize({ width: 390, height: 844 })
    await dialog.getByRole('button', { name: 'Import 2 links' }).click()
    await expect(dialog.getByText('Import finished')).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page, 'the summary')
    await page.goto('/data-exports')
    await expect(page.getByText('No exports yet')).toBeVisible()
    // The message about the first links appears once no dialog is open. Its colours are measured too.
    await expect(page.getByText('That’s your first link.')).toBeVisible()
    await expectAccessible(page, 'no exports')
    await page.getByRole('button', { name: 'Export links' }).click()
    await expect(page.getByText(/^2 rows, until/)).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page, 'exports')
  })
}
