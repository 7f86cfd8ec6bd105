import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import type { CreatorPage, SectionPage } from '#contract/page/pages.ts'
import { expect, test, type Person } from '../support/test.ts'
import { before, dragByTouch, handle } from '../support/touch.ts'

const TITLES = ['New in', 'Kitchen', 'About']

/** Publishes a page with these sections and returns its address. */
async function published(person: Person): Promise<string> {
  const slug = `o-${person.uuid.slice(0, 8)}`
  const page = { slug, title: 'Ana Example', is_published: true }
  const made = await person.send('POST', `${V2}/pages/`, page)
  for (const title of TITLES)
    await person.send('POST', `${V2}/sections/`, { title, type: 'text', text: `All of ${title}` })
  return ((await made.json()) as CreatorPage).url
}

const shown = (page: Page) => page.locator('[data-held] a').allTextContents()

async function stored(person: Person) {
  const { results } = (await (await person.send('GET', `${V2}/sections/`)).json()) as SectionPage
  return results.map(({ title }) => title)
}

/** Returns the headings of the sections in the order of the public page. */
async function onPage(page: Page, url: string) {
  const other = await page.context().newPage()
  await other.goto(url)
  const titles = await other.getByRole('heading', { level: 2 }).allTextContents()
  await other.close()
  return titles
}

test('page sections are sorted with a finger', async ({ page, person, openApp }) => {
  const url = await published(person)
  await openApp('/splitpage-home')
  await expect.poll(() => shown(page)).toEqual(TITLES)
  await dragByTouch(page, handle(page, 'About'), await before(page, 0))
  const wanted = ['About', 'New in', 'Kitchen']
  await expect.poll(() => shown(page)).toEqual(wanted)
  await expect.poll(() => stored(person)).toEqual(wanted)
  expect(await onPage(page, url)).toEqual(wanted)
})

test('sections are ordered by handle and menu', async ({ page, person, openApp }) => {
  const url = await published(person)
  await openApp('/splitpage-home')
  await handle(page, 'Kitchen').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Moved to place 3 of 3')).toHaveCount(1)
  await expect.poll(() => stored(person)).toEqual(['New in', 'About', 'Kitchen'])
  // The handle moves with its section and keeps the focus.
  await expect(handle(page, 'Kitchen')).toBeFocused()
  await page.keyboard.press('Home')
  await expect.poll(() => stored(person)).toEqual(['Kitchen', 'New in', 'About'])
  await page.getByRole('button', { name: 'More for About' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused()
  await page.keyboard.press('Enter')
  const wanted = ['Kitchen', 'About', 'New in']
  await expect.poll(() => stored(person)).toEqual(wanted)
  expect(await onPage(page, url)).toEqual(wanted)
})
