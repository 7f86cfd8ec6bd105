import { expect, test } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { openEdit } from '#support/window/edit-link.tsx'
import { aLink, linksServer } from '#support/window/links-server.ts'
import { expectTexts, screen, within } from '#support/window/on-screen.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { HomeScreen } from './home/home-screen.tsx'
import { LinksScreen } from './list/links-screen.tsx'

signInPerTest({ width: 390 })

const twoLinks = () => [
  aLink('Oak lamp', { earned_elsewhere: 7.2, lifetime_commissions: 2 }),
  aLink('Mugs', { earned_elsewhere: 0.3 }),
]

/** Loads the links, then shows a screen with what this device has saved. */
async function show(Screen: typeof HomeScreen, path: string, links = twoLinks()) {
  linksServer(links)
  await revalidate('links')
  return { links, ...(await renderWithDialog(<Screen />, path)) }
}

test('the list shows income from elsewhere apart from commissions, also offline', async () => {
  const { store } = await show(LinksScreen, '/links')
  showSavedCopy(store)
  const [mugs, lamp] = await screen.findAllByRole('listitem')
  expect(within(lamp!).getByText('$7.20').parentElement?.textContent).toBe('$7.20 elsewhere')
  expect(within(lamp!).getByText('$2.00')).toBeTruthy()
  expect(within(mugs!).getByText('$0.30')).toBeTruthy()
  const total = (await screen.findByText('Elsewhere')).nextElementSibling
  expect(total?.textContent).toBe('$7.50')
  expect(total?.classList.contains('t2')).toBe(true)
})

test('the home screen shows the sum of all links', async () => {
  await show(HomeScreen, '/')
  const totals = await screen.findByRole('region', { name: 'Your links so far' })
  expect(within(totals).getByText('Elsewhere').nextElementSibling?.textContent).toBe('$7.50')
  expect(within(totals).getByText('$2.00')).toBeTruthy()
})

test('without such income, the home screen does not mention it', async () => {
  await show(HomeScreen, '/', [aLink('Oak lamp'), aLink('Mugs')])
  await screen.findByText('Oak lamp')
  expect(screen.queryByText('Elsewhere')).toBeNull()
})

test('the form of a link shows the income', async () => {
  await openEdit(aLink('Oak lamp', { earned_elsewhere: 7 }))
  await expectTexts(
    '$7.00 earned elsewhere',
    'Paid by affiliate networks, not part of your balance',
  )
  expect(screen.queryByText(/^Amounts /)).toBeNull()
})

test('offline, the form of a link says when the amounts were read', async () => {
  const { store, links } = await show(HomeScreen, '/')
  showSavedCopy(store)
  store.set(openView, { name: 'edit', uuid: links[0]!.uuid })
  await expectTexts('$7.20 earned elsewhere', 'Amounts updated just now')
})

test('the share panel names both incomes', async () => {
  const { store, links } = await show(LinksScreen, '/links')
  store.set(openView, { name: 'share', uuid: links[0]!.uuid })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('0 clicks, $2.00 earned, $7.20 elsewhere')).toBeTruthy()
})
