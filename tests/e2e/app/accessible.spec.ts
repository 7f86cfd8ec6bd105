import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import type { Collection } from '#contract/collections.ts'
import type { CreatorPage, Section } from '#contract/page/pages.ts'
import { expectHolds } from '../support/holds.ts'
import { chooseForRow } from '../support/links.ts'
import type { Shop } from '../support/shop.ts'
import { test, type Person } from '../support/test.ts'

type Step = [where: string, address: string, open: (page: Page) => Promise<void>]

async function expectEachHolds(page: Page, steps: Step[]) {
  for (const [where, address, open] of steps)
    await expectHolds(page, where, async () => {
      await page.goto(address)
      await open(page)
    })
}

const seen = (text: string) => (page: Page) => page.getByText(text).first().waitFor()
const inDialog = (text: string) => (page: Page) =>
  page.getByRole('dialog').getByText(text).first().waitFor()

const openFilters = async (page: Page) => {
  const button = page.getByRole('button', { name: /^(Sort and filter|Filters)$/ })
  await button.first().click()
  await page.getByRole('dialog').getByLabel('Collection').waitFor()
}

const openEdit = (tab: string) => async (page: Page) => {
  await chooseForRow(page, 'Oak lamp', 'Edit')
  await page.getByRole('dialog').getByRole('tab', { name: tab }).click()
}

const editTab = (tab: string): Step => [`edit, ${tab}`, '/splitlinks', openEdit(tab)]

const openAvatar = async (page: Page) => {
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await page.getByRole('dialog', { name: 'Edit photo' }).waitFor()
}

/** Creates a collection with one link and returns the address of its page. */
async function withCollection(person: Person, shop: Shop): Promise<string> {
  const lamp = await person.addLink(shop.product('Oak lamp'))
  const made = await person.send('POST', `${V2}/collections/regular/`, { name: 'Small things' })
  const { uuid } = (await made.json()) as Collection
  await person.send('POST', `${V2}/collections/${uuid}/links/`, { uuids: [lamp.uuid] })
  return `/splitpage/collection/${uuid}`
}

/** Split into tests of a few screens each, so that none reaches its time limit. */
const SCREENS: [title: string, steps: (collection: string) => Step[]][] = [
  [
    'collections and one of them',
    (path) => [
      ['collections', '/splitlinks?tab=collections', seen('Small things')],
      ['collection', path, seen('Oak lamp')],
    ],
  ],
  [
    'a collection’s dialogs',
    (path) => [
      ['add links', `${path}?dialog=add-collection-links`, inDialog('Oak lamp')],
      ['rename', `${path}?dialog=rename`, inDialog('Rename the collection')],
      ['photo editor', `${path}?dialog=cover`, inDialog('Full View')],
    ],
  ],
  [
    'the filters and CREATE',
    () => [
      ['filters', '/splitlinks', openFilters],
      ['create', '/splitlinks?create_split_link=1', inDialog('Small things')],
    ],
  ],
  ['EDIT: Preview and Collections', () => ['Preview', 'Collections'].map(editTab)],
  ['EDIT: Tags and Settings', () => ['Tags', 'Settings'].map(editTab)],
  [
    'the profile and its avatar popup',
    () => [
      ['profile', '/profile', seen('First name')],
      ['avatar popup', '/profile', openAvatar],
    ],
  ],
]

for (const [title, steps] of SCREENS) {
  test(`${title} is accessible`, async ({ page, person, shop, openApp }) => {
    const collection = await withCollection(person, shop)
    await openApp('/splitlinks')
    await expectEachHolds(page, steps(collection))
  })
}

/** Publishes a page with one section of each kind and returns its address. */
async function withPage(person: Person, shop: Shop) {
  const lamp = await person.addLink(shop.product('Oak lamp'))
  // Set a name, so that the test need not wait until the server has read the product page.
  await person.send('PATCH', `${V2}/links/${lamp.uuid}/`, { name: 'Oak lamp' })
  const made = async <Body>(path: string, body: object) =>
    (await (await person.send('POST', V2 + path, body)).json()) as Body
  const slug = `a-${person.uuid.slice(0, 8)}`
  const page = { slug, title: 'Ana Example', description: 'Small things', is_published: true }
  await made<CreatorPage>('/pages/', page)
  await made<object>('/socialmedialinks/', { account_url: 'https://www.instagram.com/ana.example' })
  const links = [lamp.uuid]
  const first = await made<Section>('/sections/', { title: 'Start here', type: 'links', links })
  for (const section of [
    { title: 'New in', type: 'links', layout: 'post', links },
    { title: 'Kept', type: 'links', layout: 'grid', links },
    { title: 'About', type: 'text', text: 'See https://ana.example/blog' },
    { title: 'Elsewhere', type: 'social' },
  ]) {
    await made<Section>('/sections/', section)
  }
  return { publicPage: `/p/${slug}`, section: `/splitpage/section/${first.id}` }
}

type PageAddresses = Awaited<ReturnType<typeof withPage>>

const PAGE_SCREENS: [title: string, steps: (addresses: PageAddresses) => Step[]][] = [
  [
    'the page’s editor',
    () => [
      ['page', '/splitpage-home', seen('Start here')],
      ['preview', '/splitpage-home?view=preview', (page) => page.locator('iframe').waitFor()],
    ],
  ],
  [
    'the page’s dialogs',
    () => [
      ['settings', '/splitpage-home?dialog=settings', inDialog('Theme')],
      ['name and text', '/splitpage-home?dialog=details', inDialog('About you')],
      ['add a section', '/splitpage-home?dialog=add-section', inDialog('Start here')],
    ],
  ],
  ['a section of the page', ({ section }) => [['section', section, seen('Oak lamp')]]],
  [
    'what strangers see',
    ({ publicPage }) => [
      ['public page', publicPage, seen('Oak lamp')],
      ['report', `${publicPage}/report`, seen('What is wrong?')],
      ['privacy', '/privacy', seen('Cookies')],
    ],
  ],
]

for (const [title, steps] of PAGE_SCREENS) {
  test(`${title} is accessible`, async ({ page, person, shop, openApp }) => {
    const addresses = await withPage(person, shop)
    await openApp('/splitlinks')
    await expectEachHolds(page, steps(addresses))
  })
}

test('creating a first page is accessible', async ({ page, openApp }) => {
  await openApp('/splitlinks')
  await expectEachHolds(page, [
    ['first step', '/creator-step-splitpages', (at) => at.getByLabel('Page name').waitFor()],
    ['page create', '/splitpage-create', (at) => at.getByLabel('Page name').waitFor()],
  ])
})
