import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const noDialog = (page: Page) => expect(page.getByRole('alertdialog')).toHaveCount(0)

test('both addresses offer a page (R-012, R-013, R-351)', async ({ page, openApp }) => {
  await openApp()
  for (const path of ['/splitpage', '/splitpage-home']) {
    const asked = page.waitForResponse((answer) => answer.url().includes('/pages/page'))
    await page.goto(path)
    expect((await asked).status()).toBe(404)
    await expect(page.getByRole('link', { name: 'Create your page' })).toBeVisible()
    await expect(page).toHaveURL(path)
    await noDialog(page)
  }
})

test('the form makes a page (R-012, R-013, R-014, R-015)', async ({ page, person, openApp }) => {
  const slug = `at-${person.uuid.slice(0, 8)}`
  await openApp('/splitpage-create')
  await noDialog(page)
  await page.getByLabel('Page name').fill('Ana Example')
  await page.getByLabel('Address').fill(slug)
  await expect(page.getByRole('status').filter({ hasText: `${slug} is free` })).toHaveCount(1)
  await page.getByRole('button', { name: 'Create page' }).click()
  await expect(page).toHaveURL('/splitpage-home')
  await page.getByRole('button', { name: /^Start here/ }).click()
  await expect(page).toHaveURL(/\/splitpage\/section\/\d+$/)
  const section = new URL(page.url()).pathname
  for (const path of ['/splitpage', '/splitpage-home']) {
    await page.goto(path)
    await expect(heading(page, 'Ana Example')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start here' })).toHaveAttribute('href', section)
    await expect(page).toHaveURL(path)
  }
  await page.getByRole('link', { name: 'Start here' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Start here')
  await page.reload()
  await expect(page).toHaveURL(section)
  await expect(page.getByLabel('Title')).toHaveValue('Start here')
})
