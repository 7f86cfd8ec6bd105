import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBrand, BRANDS, listed } from '#support/window/brands.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { renderBrands } from '#support/window/render-brands.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, hrefOf, press, userEvent } from '#support/window/on-screen.ts'
import { BrandsScreen } from './brands-screen.tsx'

signInPerTest({ width: 390 })

const KITCHEN = aBrand('Sample Kitchen', { is_connected: true })
const LIGHT = aBrand('Example Lighting', { categories: ['Lighting'], commission_percentage: 7.5 })

const open = (address = '/brands') => renderBrands('/brands', address, BrandsScreen)
const names = async () =>
  within(await screen.findByRole('list', { name: 'Brands' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('each brand shows who it is and what a creator gets, and leads to its page (R-023)', async () => {
  fakeApi({ [BRANDS]: listed([KITCHEN, { ...LIGHT, active_campaigns: 1 }]) })
  await open()
  expect(await names()).toEqual([
    'SSample KitchenConnected, KitchenYou earn 10%',
    'EExample LightingLighting, 1 active campaignYou earn 7.5%',
  ])
  expect(hrefOf(/Sample Kitchen/)).toBe(`/brands/${KITCHEN.uuid}`)
})

test('search, filters and order are sent to the server and are in the address (R-023)', async () => {
  const api = fakeApi({ [BRANDS]: listed([KITCHEN, LIGHT]) })
  const { history } = await open()
  await press('Lighting')
  await userEvent.click(screen.getByRole('radio', { name: 'Top' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Brand or shop address' }), 'lamp')
  await waitFor(() => expect(history.location.search).toBe('?category=Lighting&type=top&q=lamp'))
  await waitFor(() =>
    expect(Object.fromEntries(api.requests.at(-1)?.query ?? [])).toEqual({
      category: 'Lighting',
      type: 'top',
      q: 'lamp',
      page: '1',
    }),
  )
})

test('the next page is added below (R-023)', async () => {
  fakeApi({
    [BRANDS]: ({ query }) =>
      query.get('page') === '1' ? listed([KITCHEN], '/next') : listed([LIGHT]),
  })
  await open()
  await press('Show more')
  await waitFor(async () => expect(await names()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('no brands, no results and a failed load look different (R-023)', async () => {
  const api = fakeApi({ [BRANDS]: listed([]) })
  const { unmount } = await open()
  await expectTexts('No brands yet.', 'They appear here when the operator adds one.')
  unmount()
  const other = await open('/brands?q=lamp')
  expect(await screen.findByText('No brand for “lamp”')).toBeTruthy()
  expect(hrefOf('Search the web')).toBe('/google-search?q=lamp')
  other.unmount()
  api.change({ [BRANDS]: json({}, 500) })
  await open('/brands?q=chair')
  expect(await screen.findByText('Couldn’t load your brands')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('the brands of the last visit are shown while the server does not answer', async () => {
  const api = fakeApi({ [BRANDS]: listed([KITCHEN]) })
  const { unmount } = await open()
  expect(await names()).toHaveLength(1)
  unmount()
  api.change({ [BRANDS]: noConnection })
  await open()
  expect(await names()).toHaveLength(1)
})
