import type { Page } from '@playwright/test'
import type { ShortLink } from '#contract/links/short-link.ts'
import { V2 } from '#contract/app-constants.ts'
import { expect, type Person } from './test.ts'

/** Returns the row of a link in the list. */
export const linkRow = (page: Page, name: string) =>
  page.locator('[data-link-row]', { hasText: name })

/** Waits until the row is shown with the name that the server reads from the product page. */
export const named = (page: Page, name: string) =>
  expect(linkRow(page, name)).toBeVisible({ timeout: 20_000 })

/** Chooses an item from the context menu of a row. */
export async function chooseForRow(page: Page, name: string, item: string) {
  await linkRow(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Returns the link as the server has it. */
export const readLink = async (person: Person, { uuid }: { uuid: string }) =>
  (await (await person.send('GET', `${V2}/links/${uuid}/`)).json()) as ShortLink
