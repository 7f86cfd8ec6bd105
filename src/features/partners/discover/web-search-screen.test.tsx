import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aResult, listed, SEARCH } from '#support/window/brands.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { renderBrands } from '#support/window/render-brands.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, press, userEvent } from '#support/window/on-screen.ts'
import { WebSearchScreen } from './web-search-screen.tsx'

signInPerTest()

const DOWN = 'The search engine doesn’t answer at the moment.'
const NOTE = 'Web search isn’t set up; showing results from this app'
const found = (results: object[], more: object = {}) => ({
  ...listed(results),
  source: 'web',
  engine: 'search.example',
  ...more,
})
const open = (address: string) => renderBrands('/google-search', address, WebSearchScreen)
const results = async () =>
  within(await screen.findByRole('list', { name: 'Results' })).getAllByRole('listitem')

test('the search text is in the address and is sent after a typing pause (R-028)', async () => {
  const user = userEvent.setup()
  const api = fakeApi({ [SEARCH]: found([aResult('Oak lamp')]) })
  const { history } = await open('/google-search')
  expect(await screen.findByText('Find something to link to')).toBeTruthy()
  await user.click(screen.getByRole('searchbox'))
  await user.paste('oak lamp')
  expect(await results()).toHaveLength(1)
  expect(history.location.search).toBe('?q=oak+lamp')
  expect(api.requests.map(({ query }) => query.get('q'))).toEqual(['oak lamp'])
  expect(screen.getByText('Results from search.example')).toBeTruthy()
  expect(screen.queryByText(NOTE)).toBeNull()
})

test('each result shows its target and whether the shop pays, and becomes a link (R-028, R-528)', async () => {
  const paying = aResult('Iron pan', {
    url: 'https://pays.example/pan',
    domain: 'pays.example',
    in_network: true,
    commission_percentage: 7.5,
  })
  const api = fakeApi({ [SEARCH]: found([paying, aResult('Oak lamp')]) })
  await open('/google-search?q=pan')
  const [first, second] = await results()
  expect(within(first!).getByText('In the network, 7.5%')).toBeTruthy()
  // The result contains all that the Create view needs, so there is no second request.
  expect(api.requests).toHaveLength(1)
  expect(first!.textContent).toContain('pays.example')
  expect(within(second!).getByText('Not in the network')).toBeTruthy()
  await userEvent.click(within(second!).getByRole('button', { name: 'Create link to Oak lamp' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Product or page address')
  expect(field.value).toBe('https://found.example/oak-lamp')
})

test('without a search engine the screen names the source of its results, also without any (D-56)', async () => {
  const api = fakeApi({
    [SEARCH]: found([aResult('Oak lamp')], { source: 'local', engine: '' }),
  })
  const { unmount } = await open('/google-search?q=oak')
  expect(await screen.findByText(NOTE)).toBeTruthy()
  unmount()
  api.change({ [SEARCH]: found([], { source: 'local', engine: '' }) })
  await open('/google-search?q=elm')
  await expectTexts('Nothing found for “elm”', NOTE)
})

test('a failing search engine is named, and the search can be repeated', async () => {
  const api = fakeApi({ [SEARCH]: json({}, 502) })
  await open('/google-search?q=oak')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText(DOWN)).toBeTruthy()
  api.change({ [SEARCH]: found([aResult('Oak lamp')]) })
  await userEvent.click(again)
  expect(await results()).toHaveLength(1)
  expect(screen.queryByText(DOWN)).toBeNull()
})

test('further results are added below, each once', async () => {
  const [lamp, chair] = [aResult('Oak lamp'), aResult('Oak chair')]
  fakeApi({
    [SEARCH]: ({ query }) =>
      query.get('page') === '1'
        ? found([lamp], { next: '/next' })
        : found([lamp, chair], { next: null }),
  })
  await open('/google-search?q=oak')
  await press('Show more')
  await waitFor(async () => expect(await results()).toHaveLength(2))
})

test('titles of results are text, and an invalid address has no link', async () => {
  fakeApi({
    [SEARCH]: found([
      aResult('<b>Oak</b>', { url: 'javascript:alert(1)', snippet: '<img src=x>' }),
    ]),
  })
  await open('/google-search?q=oak')
  const [only] = await results()
  expect(only!.textContent).toContain('<b>Oak</b>')
  expect(only!.querySelector('a, img, b, button')).toBeNull()
})
