import { expect, type Page } from '@playwright/test'

/** Reloads the page, expects the browser to ask about unsaved changes, and reloads all the same. */
export async function reloadUnsaved(page: Page) {
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload().catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloading
}
