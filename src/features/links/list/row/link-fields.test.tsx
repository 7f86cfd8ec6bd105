import { expect, test, vi } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { PLACEHOLDER_URL } from '#contract/images/images.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { setWidth } from '#support/browser-window.ts'
import { field, openEdit, tab } from '#support/window/edit-link.tsx'
import { aLink, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { screen, userEvent, within } from '#support/window/on-screen.ts'
import { LinksScreen } from '../links-screen.tsx'

signInPerTest()

async function list(...links: ShortLink[]) {
  setWidth(390)
  vi.stubGlobal('scrollTo', () => undefined)
  linksServer(links)
  await revalidate('links')
  await renderWithDialog(<LinksScreen />)
  return screen.findAllByRole('listitem')
}

test('a row has the name of its link as its title (R-141)', async () => {
  const [row] = await list(aLink('Oak lamp'))
  expect(within(row!).getAllByRole('button')[0]?.textContent).toBe('Oak lamp')
})

test('a link with a picture shows it, one without has the placeholder in its place (R-142)', async () => {
  const [without, pictured] = await list(
    aLink('Oak lamp', { image_url: '/media/oak.webp' }),
    aLink('Mugs'),
  )
  expect(pictured!.querySelector('img')?.getAttribute('src')).toContain('/media/oak.webp')
  expect(without!.querySelector('img')?.getAttribute('src')).toBe(PLACEHOLDER_URL)
})

test.each([true, false])(
  'with url_editable %s the address can be edited or not (R-145)',
  async (can) => {
    await openEdit(aLink('Oak lamp', { url_editable: can, url: 'https://shop.example/oak' }))
    const address = await field('Goes to')
    await userEvent.type(address, '-chair')
    expect(address.value.endsWith('-chair')).toBe(can)
  },
)

test('a link of a brand shows its commission (R-149)', async () => {
  await openEdit(aLink('Oak lamp', { commission_percentage: 7.5, domain: 'nordlys.example' }))
  expect(screen.getByText('You earn 7.5% at nordlys.example')).toBeTruthy()
})

test.each([true, false])(
  'with treat_as_in_network_editable %s the switch is shown or not (R-158)',
  async (can) => {
    await openEdit(aLink('Oak lamp', { treat_as_in_network_editable: can }))
    await userEvent.click(await tab('Settings'))
    await field('Short code')
    expect(screen.queryAllByRole('switch', { name: 'Count as an in-network sale' })).toHaveLength(
      can ? 1 : 0,
    )
  },
)

test.each([true, false])(
  'with has_tutorial_enabled %s the hint for the first link is shown or not (R-159)',
  async (has) => {
    const link = aLink('Oak lamp', { has_tutorial_enabled: has })
    linksServer([link])
    await revalidate('links')
    const { store } = await renderWithDialog(<main>Rank</main>, '/rank')
    store.set(openView, { name: 'share', uuid: link.uuid })
    await screen.findByTestId('short-url')
    expect(screen.queryAllByRole('region', { name: 'Your first link' })).toHaveLength(has ? 1 : 0)
  },
)
