import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import type { AnalyticsRow } from '#contract/analytics.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { wipeAll } from '#live/wipe.ts'
import { answerOf, rowOf } from '#support/window/analytics.ts'
import { json, noConnection, type ApiRequest } from '#support/window/fake-api.ts'
import { aLink, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'

signInPerTest()
beforeEach(() => localStorage.clear())

const lamp = () => aLink('Oak lamp', { split_url: 'https://split.example/s/oak' })
const isAnalytics = ({ path }: ApiRequest) => path === '/v2/my/analytics/my_links/'

const clicksBy = (rows: AnalyticsRow[]) => () => json(answerOf({ results: rows }))

async function openShare(link: ShortLink, answer: () => Response = clicksBy([])) {
  const server = linksServer([link])
  server.instead((call) => (isAnalytics(call) ? answer() : undefined))
  await revalidate('links')
  const app = await renderWithDialog(<main>Rank</main>, '/rank')
  app.store.set(openView, { name: 'share', uuid: link.uuid })
  await userEvent.click(await screen.findByRole('button', { name: /^Where will you share it\?/ }))
  const places = await screen.findByRole('dialog', { name: 'Where will you share it?' })
  return { server, places, ...app }
}

const shown = (places: HTMLElement) =>
  within(places)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent)
const rowWith = (places: HTMLElement, text: string) => within(places).findByText(text)

async function addPlace(places: HTMLElement, name: string) {
  const field = within(places).queryByLabelText('Name of the place')
  if (!field) await userEvent.click(within(places).getByRole('button', { name: 'Add a place' }))
  const input = within(places).getByLabelText<HTMLInputElement>('Name of the place')
  await userEvent.clear(input)
  await userEvent.type(input, `${name}{Enter}`)
  return input
}

const OFFERED = ['Story', 'Bio', 'Newsletter', 'Video', 'QR code']

test('each place has its own address and its clicks of all time', async () => {
  const link = lamp()
  const rows = [
    rowOf('', { clicks: 900 }),
    rowOf('story', { clicks: 1412 }),
    rowOf('spring-sale', { clicks: 31 }),
    rowOf('mail', { clicks: 1 }),
    rowOf('page', { clicks: 80 }),
    rowOf('widget', { clicks: 7 }),
  ]
  const { server, places } = await openShare(link, clicksBy(rows))
  expect(await rowWith(places, 'spring-sale')).toBeTruthy()
  expect(shown(places)).toEqual([...OFFERED, 'spring-sale'])
  const texts = within(places).getAllByRole('listitem')
  expect(texts.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('split.example/s/oak/story, 1,412 clicks'),
    expect.stringContaining('split.example/s/oak/bio, none yet'),
    expect.stringContaining('split.example/s/oak/mail, 1 click'),
    expect.stringContaining('split.example/s/oak/video, none yet'),
    expect.stringContaining('split.example/s/oak/qr, none yet'),
    expect.stringContaining('split.example/s/oak/spring-sale, 31 clicks'),
  ])
  const asked = server.requests.filter(isAnalytics).map(({ body }) => body)
  expect(asked).toEqual([{ group_by: 'source', link_uuid: link.uuid, page_size: 50 }])
})

test('one tap copies the address of a place, and screen readers hear which one', async () => {
  const { places } = await openShare(lamp())
  const copy = within(places).getByRole('button', { name: 'Copy link for Newsletter' })
  expect(copy.textContent).toMatch(/^Copy/)
  await userEvent.click(copy)
  const heard = await screen.findByText('Link for Newsletter has been copied')
  expect(heard.closest('[role=status]')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('https://split.example/s/oak/mail')
})

test('an added place is shown for all links at once and after a reload, until it is removed', async () => {
  const first = await openShare(lamp())
  await addPlace(first.places, ' Spring-SALE ')
  expect(shown(first.places)).toEqual([...OFFERED, 'spring-sale'])
  expect(await screen.findByText('spring-sale has been added')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Add a place')
  expect(within(first.places).queryByLabelText('Name of the place')).toBeNull()
  first.unmount()

  const again = await openShare(aLink('Sofa'))
  expect(shown(again.places)).toEqual([...OFFERED, 'spring-sale'])
  await userEvent.click(within(again.places).getByRole('button', { name: 'Remove spring-sale' }))
  expect(shown(again.places)).toEqual(OFFERED)
  expect(document.activeElement?.textContent).toBe('Add a place')
})

test('an added place with clicks cannot be removed', async () => {
  const first = await openShare(lamp())
  await addPlace(first.places, 'podcast')
  first.unmount()
  const { places } = await openShare(lamp(), clicksBy([rowOf('podcast', { clicks: 2 })]))
  await waitFor(() => expect(places.textContent).toContain('oak/podcast, 2 clicks'))
  expect(within(places).queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('a place can have the name of a property that all objects have', async () => {
  const { places } = await openShare(lamp(), clicksBy([rowOf('story', { clicks: 2 })]))
  await waitFor(() => expect(places.textContent).toContain('oak/story, 2 clicks'))
  await addPlace(places, 'constructor')
  expect(places.textContent).toContain('oak/constructor, none yet')
})

test.each([
  ['', 'Enter a name.'],
  ['two words', 'Use only letters a to z, digits and dashes.'],
  ['küche', 'Use only letters a to z, digits and dashes.'],
  ['a'.repeat(31), 'Use at most 30 characters.'],
  ['Story', 'This place is in the list.'],
  ['page', 'This name is reserved. Choose another one.'],
])('the name "%s" is refused at its field', async (name, text) => {
  const { places } = await openShare(lamp())
  const input = await addPlace(places, name)
  expect(within(places).getByText(text)).toBeTruthy()
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(input)
  expect(shown(places)).toEqual(OFFERED)
  const field = await addPlace(places, 'a'.repeat(30))
  expect(field.isConnected).toBe(false)
  expect(shown(places)).toEqual([...OFFERED, 'a'.repeat(30)])
})

test('offline, the clicks of the last answer stay', async () => {
  const link = lamp()
  const first = await openShare(link, clicksBy([rowOf('story', { clicks: 412 })]))
  await waitFor(() => expect(first.places.textContent).toContain('oak/story, 412 clicks'))
  first.unmount()
  const { places } = await openShare(link, noConnection)
  await waitFor(() => expect(places.textContent).toContain('oak/story, 412 clicks'))
})

test('clicks that were never loaded are left out', async () => {
  const { server, places } = await openShare(lamp(), () => json({}, 500))
  await server.quiet()
  expect(places.textContent).not.toMatch(/none yet|click/)
})

test('signing out deletes the added places', async () => {
  const { places } = await openShare(lamp())
  await addPlace(places, 'podcast')
  expect(Object.values(localStorage).join(' ')).toContain('podcast')
  await wipeAll()
  expect(Object.values(localStorage).join(' ')).not.toContain('podcast')
})
