import type { Page } from '@playwright/test'
import {
  aBrand,
  aCampaign,
  aProduct,
  aPromotion,
  aResult,
  listed,
  someTerms,
} from '#support/window/brands.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { serveBrands, serveTimeBanner } from '../support/brands.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { expect, test } from '../support/test.ts'

// The tests stub the server's answers. Playwright cannot stub requests of the service worker.
test.use({ serviceWorkers: 'block' })

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const HOME = aBrand('Sample Home Store', { categories: ['Home'], commission_percentage: 9 })
const PAN = aProduct('Enamel skillet, 28 cm', { commission_percentage: 10 })
const LIGHT_WEEK = aPromotion(3, 'Light Week', HOME, { ends_at: inDays(2), bonus_amount: 40 })
const KITCHEN = aBrand('Sample Kitchen', {
  description: 'Pots and pans made to be repaired.',
  domains: ['sample-kitchen.example'],
  terms: someTerms({ same_price: true }),
  promotions: [LIGHT_WEEK],
  products: [PAN, aProduct('Stoneware mugs')],
  active_campaigns: 1,
})
const EARLY = aCampaign(7, 'Skillet early access', KITCHEN, {
  description: 'Cook one dish in the new skillet.',
  ends_at: inDays(20),
})
const LATER = aCampaign(8, 'Light Week starts', HOME, { starts_at: inDays(9), status: 'upcoming' })

const WORLD = {
  '/v2/my/discover/organizations/': (query: URLSearchParams) =>
    listed(
      [KITCHEN, HOME].filter(({ name }) =>
        name.toLowerCase().includes((query.get('q') ?? '').toLowerCase()),
      ),
    ),
  [`/v2/my/discover/organizations/${KITCHEN.uuid}/`]: KITCHEN,
  [`/v2/my/discover/organizations/${HOME.uuid}/`]: HOME,
  '/v2/my/discover/products/trending/': listed([PAN, aProduct('Stoneware mugs')]),
  '/v2/my/organizations/campaigns/': (query: URLSearchParams) =>
    listed(query.get('status') === 'active' ? [EARLY] : [EARLY, LATER]),
  '/v2/my/organizations/promotions/': listed([LIGHT_WEEK]),
  '/v2/my/campaigns/7/': EARLY,
  '/v2/my/promotions/3/': LIGHT_WEEK,
  '/v2/my/websearch/search/': {
    ...listed([
      aResult('Oak lamp'),
      aResult('Iron pan', { in_network: true, commission_percentage: 10 }),
    ]),
    source: 'local',
    engine: '',
  },
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const address = (page: Page) => page.getByLabel('Product or page address')

test('Discover leads to a link (R-022, R-068, R-509, R-528)', async ({ page, shop, openApp }) => {
  // The website of the brand must be readable to create a link.
  const brand = { ...KITCHEN, website: shop.product('Iron pan') }
  await serveBrands(page, {
    ...WORLD,
    [`/v2/my/discover/organizations/${KITCHEN.uuid}/`]: brand,
  })
  await openApp()
  for (const name of ['Trending this week', 'Campaigns', 'Ways to earn more', 'Brands'])
    await expect(region(page, name)).toBeVisible()
  await region(page, 'Brands').getByRole('link', { name: 'Sample Kitchen' }).click()
  await expect(page).toHaveURL(`/brands/${KITCHEN.uuid}`)
  await expect(heading(page, 'Sample Kitchen')).toBeVisible()
  await expect(tab(page, 'Discover')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('Your split: 10% of net')).toBeVisible()
  await expect(page.getByText('You pay the same.')).toBeVisible()
  await page.getByRole('button', { name: 'Create link', exact: true }).click()
  await expect(address(page)).toHaveValue(brand.website)
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog', { name: 'Your link is ready' })).toBeVisible()
})

test('/brand/… shows a partner or its absence (R-021, R-070)', async ({ page, openApp }) => {
  await serveBrands(page, WORLD)
  await openApp(`/brand/${KITCHEN.uuid}`)
  await expect(heading(page, 'Sample Kitchen')).toBeVisible()
  await expect(tab(page, 'Partners')).toHaveAttribute('aria-current', 'page')
  await expect(tab(page, 'Discover')).not.toHaveAttribute('aria-current', 'page')
  await page.goto('/brand/00000000-0000-4000-8000-00000000dead')
  await expect(page.getByText('This brand isn’t here')).toBeVisible()
})

test('brands and campaigns work by keyboard (R-023)', async ({ page, openApp }) => {
  await serveBrands(page, WORLD)
  await openApp('/brands')
  await page.getByRole('searchbox', { name: 'Brand or shop address' }).focus()
  await page.keyboard.type('kitchen')
  await expect(page).toHaveURL('/brands?q=kitchen')
  const found = page.getByRole('list', { name: 'Brands' }).getByRole('link')
  await expect(found).toHaveCount(1)
  await found.focus()
  await page.keyboard.press('Enter')
  const campaign = region(page, 'Campaigns').getByRole('button', { name: 'Skillet early access' })
  await campaign.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Campaign' })
  await expect(sheet.getByText('Cook one dish in the new skillet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(campaign).toBeFocused()
})

test('a hidden ending offer stays hidden (R-083)', async ({ page, openApp }) => {
  await serveBrands(page, WORLD)
  await serveTimeBanner(page, {
    promotion_id: 3,
    title: 'Light Week',
    ends_at: inDays(1.26),
  })
  await openApp('/promotions')
  const banner = region(page, 'Ends soon')
  await expect(banner).toContainText('1d 06h')
  await banner.getByRole('button', { name: /^Light Week/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Bonus' })
  await expect(sheet.getByText('$40.00')).toBeVisible()
  await expectAccessible(page, 'a bonus')
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await banner.getByRole('button', { name: 'Hide for now' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Campaigns' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

const SIZES = [
  [390, 844],
  [1280, 800],
] as const

const SCREENS: [path: string, ready: (page: Page) => ReturnType<Page['getByText']>][] = [
  ['/', (page) => region(page, 'Brands').getByText('Sample Kitchen')],
  ['/brands', (page) => page.getByText('Sample Home Store')],
  [`/brands/${KITCHEN.uuid}`, (page) => page.getByText('Stoneware mugs')],
  [`/brand/${KITCHEN.uuid}`, (page) => page.getByText('Stoneware mugs')],
  ['/promotions', (page) => page.getByText('Skillet early access')],
  ['/trending-products', (page) => page.getByText('Stoneware mugs')],
  ['/google-search?q=oak', (page) => page.getByText('Oak lamp')],
]

for (const [path, ready] of SCREENS)
  test(`${path} is accessible and fits 320 px in large text`, async ({ page, openApp }) => {
    await serveBrands(page, WORLD)
    await openApp(path)
    await expect(ready(page).first()).toBeVisible()
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await expectAccessibleInBothThemes(page, `${width} px`)
    }
    await showNarrow(page)
    await expect.poll(() => overflow(page)).toBe(0)
  })
