import { expect, test } from 'vitest'
import {
  aBrand,
  aCampaign,
  aProduct,
  aPromotion,
  BRANDS,
  CAMPAIGNS,
  listed,
  PRODUCTS,
  PROMOTIONS,
} from '#support/window/brands.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { deferred } from '#support/window/links-server.ts'
import { renderBrands } from '#support/window/render-brands.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { DiscoverBlocks } from './discover-blocks.tsx'

signInPerTest()

const KITCHEN = aBrand('Sample Kitchen')
const LIGHT = aBrand('Example Lighting')
const EMPTY = {
  [PRODUCTS]: listed([]),
  [CAMPAIGNS]: listed([]),
  [PROMOTIONS]: listed([]),
  [BRANDS]: listed([]),
}
const open = () => renderBrands('/', '/', DiscoverBlocks)
const block = async (name: string) => within(await screen.findByRole('region', { name }))

const names = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('a block appears after those above it are loaded, so that none moves', async () => {
  const products = deferred<object>()
  const campaigns = deferred<object>()
  const api = fakeApi({
    ...EMPTY,
    [PRODUCTS]: () => products.promise,
    [CAMPAIGNS]: () => campaigns.promise,
  })
  await open()
  await screen.findByRole('region', { name: 'Trending this week' })
  await waitFor(() => expect(api.requests).toHaveLength(4))
  expect(names()).toEqual(['Trending this week'])
  products.resolve(listed([]))
  await screen.findByText(/^Nothing is trending yet\./)
  expect(names()).toEqual(['Trending this week', 'Campaigns'])
  campaigns.resolve(listed([]))
  await screen.findByText('No campaigns right now.')
  await screen.findByText('No bonuses or events right now.')
  await block('Brands')
  expect(names()).toEqual(['Trending this week', 'Campaigns', 'Ways to earn more', 'Brands'])
})

test('trending products, campaigns, bonuses and brands are shown (R-509)', async () => {
  const api = fakeApi({
    [PRODUCTS]: listed([aProduct('Iron pan', { organization: KITCHEN, commission_percentage: 7 })]),
    [CAMPAIGNS]: listed([aCampaign(7, 'Skillet early access', KITCHEN)]),
    [PROMOTIONS]: listed([aPromotion(2, '$40 for your first sale', KITCHEN)]),
    [BRANDS]: listed([KITCHEN]),
  })
  await open()
  const product = await (await block('Trending this week')).findByRole('article')
  expect(product.textContent).toContain('Iron pan7% Sample Kitchen')
  expect(await (await block('Campaigns')).findByText('Skillet early access')).toBeTruthy()
  expect(
    await (await block('Ways to earn more')).findByText('$40 for your first sale'),
  ).toBeTruthy()
  const brands = await block('Brands')
  expect(await brands.findByRole('link', { name: /Sample Kitchen/ })).toBeTruthy()
  expect(brands.getByRole('link', { name: 'All brands' }).getAttribute('href')).toBe('/brands')
  const running = api.requests.filter(({ path }) => /campaigns|promotions/.test(path))
  expect(running.map(({ query }) => query.get('status'))).toEqual(['active', 'active'])
})

test('the block shows trending brands, or else top ones (R-509)', async () => {
  fakeApi({
    ...EMPTY,
    [BRANDS]: ({ query }) => listed(query.get('type') === 'top' ? [LIGHT] : [KITCHEN]),
  })
  await open()
  const brands = await block('Brands')
  expect(await brands.findByRole('link', { name: /Sample Kitchen/ })).toBeTruthy()
  await userEvent.click(brands.getByRole('radio', { name: 'Top' }))
  expect(await brands.findByRole('link', { name: /Example Lighting/ })).toBeTruthy()
  expect(brands.queryByRole('link', { name: /Sample Kitchen/ })).toBeNull()
})

test('an empty block says so (R-509)', async () => {
  fakeApi(EMPTY)
  await open()
  for (const [name, text] of [
    ['Trending this week', /^Nothing is trending yet\./],
    ['Campaigns', 'No campaigns right now.'],
    ['Ways to earn more', 'No bonuses or events right now.'],
    ['Brands', 'No brands yet. They appear here when the operator adds one.'],
  ] as const)
    expect(await (await block(name)).findByText(text)).toBeTruthy()
})

test('a block that failed to load is left out', async () => {
  fakeApi({ ...EMPTY, [PRODUCTS]: json({}, 500) })
  await open()
  expect(await screen.findByText('No campaigns right now.')).toBeTruthy()
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Trending this week' })).toBeNull(),
  )
})

test('if no block could be loaded, one line says so and offers to try again', async () => {
  const api = fakeApi(Object.fromEntries(Object.keys(EMPTY).map((name) => [name, json({}, 500)])))
  await open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  api.change(EMPTY)
  await userEvent.click(again)
  expect(await screen.findByText('No campaigns right now.')).toBeTruthy()
})

test('blocks of the last visit show their age', async () => {
  const full = { ...EMPTY, [BRANDS]: listed([KITCHEN]) }
  const api = fakeApi(full)
  const first = await open()
  expect(await (await block('Brands')).findByRole('link', { name: /Sample Kitchen/ })).toBeTruthy()
  expect(screen.queryByText(/saved on this device/)).toBeNull()
  await api.quiet()
  first.unmount()
  api.change(Object.fromEntries(Object.keys(full).map((name) => [name, noConnection])))
  const { store } = await open()
  showSavedCopy(store)
  expect(await (await block('Brands')).findByRole('link', { name: /Sample Kitchen/ })).toBeTruthy()
  await screen.findByText('Brands and campaigns are saved on this device, updated just now.')
})
