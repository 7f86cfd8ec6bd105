import { expect, test, vi } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { aLink, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, fireEvent, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'

signInPerTest()

const field = () => screen.findByLabelText<HTMLInputElement>('Product or page address')

async function openShare(link: ShortLink) {
  const server = linksServer([link])
  await revalidate('links')
  const app = await renderWithDialog(<main>Rank</main>, '/rank')
  app.store.set(openView, { name: 'share', uuid: link.uuid })
  return { server, dialog: await screen.findByRole('dialog'), ...app }
}

test('SHARE of a link shows its name, its whole address and a QR code (R-168, R-215)', async () => {
  const link = aLink('Oak lamp', { lifetime_clicks: 412, lifetime_commissions: 86.2 })
  const { dialog } = await openShare(link)
  expect(await within(dialog).findByRole('heading', { name: 'Oak lamp' })).toBeTruthy()
  expect(within(dialog).getByText('412 clicks, $86.20 earned')).toBeTruthy()
  expect(within(dialog).getByTestId('short-url').getAttribute('href')).toBe(link.split_url)
  expect(await within(dialog).findByAltText(`QR code for ${link.split_url}`)).toBeTruthy()
})

test('SHARE shows the owner’s own clicks, which are not part of the number', async () => {
  const { dialog } = await openShare(aLink('Oak lamp', { lifetime_clicks: 1, own_clicks: 3 }))
  expect(await within(dialog).findByText('1 click and 3 of your own')).toBeTruthy()
})

test('while the page is read, SHARE shows the step of the server and what it has found', async () => {
  const link = aLink('a.example', { meta_extraction_progress: 10 })
  const { server, dialog, store } = await openShare(link)
  act(() => store.set(openView, { name: 'share', uuid: link.uuid, created: true }))
  expect(await within(dialog).findByText('Reading the page')).toBeTruthy()
  expect(within(dialog).queryByText('a.example')).toBeNull()
  server.put({ ...link, name: 'Oak lamp', meta_extraction_progress: 40 })
  await act(() => revalidate('links'))
  expect(await within(dialog).findByText('Getting the photo')).toBeTruthy()
  expect(within(dialog).getByText('Oak lamp')).toBeTruthy()
  expect(within(dialog).queryByText(/%/)).toBeNull()
})

test('SHARE copies; the button shows it for two seconds, and “Link has been copied” is heard (R-185, R-318, R-627)', async () => {
  const { dialog } = await openShare(aLink('Oak lamp'))
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Copy' }))
  expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect((await screen.findByText('Link has been copied')).closest('[role=status]')).toBeTruthy()
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Copy' })).toBeTruthy(), {
    timeout: 3000,
  })
})

test('Email, Facebook, Twitter and Whatsapp carry title and url; More needs native sharing (R-312, R-313, R-314, R-315, R-316, R-317)', async () => {
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as Navigator, { share: undefined }),
  )
  const { dialog } = await openShare(
    aLink('Oak & lamp', { split_url: 'https://split.example/s/oak', short_code: 'oak' }),
  )
  const hrefs = await within(dialog).findByRole('list', { name: 'Share with' })
  for (const name of ['Email', 'Facebook', 'Twitter', 'Whatsapp']) {
    const href = within(hrefs).getByRole('link', { name }).getAttribute('href') ?? ''
    expect(decodeURIComponent(href)).toContain('https://split.example/s/oak')
    expect(decodeURIComponent(href)).toContain('Oak & lamp')
  }
  expect(within(hrefs).queryByRole('button', { name: 'More' })).toBeNull()
})

test('More passes title and url to the native share sheet (R-316)', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share }))
  const { dialog } = await openShare(
    aLink('Oak lamp', { split_url: 'https://split.example/s/oak', short_code: 'oak' }),
  )
  await userEvent.click(await within(dialog).findByRole('button', { name: 'More' }))
  expect(share).toHaveBeenCalledWith({ title: 'Oak lamp', url: 'https://split.example/s/oak' })
})

test('captions for pictures are copied, with #ad if the link can earn', async () => {
  const earning = { treat_as_in_network: true, commission_percentage: 8 }
  const link = aLink('Oak lamp', { split_url: 'https://split.example/s/oak', ...earning })
  const { dialog } = await openShare(link)
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Copy for TikTok' }))
  expect(await screen.findByText('Caption has been copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('Oak lamp split.example/s/oak #ad')
})

test('the hint for the first link is dismissed for good (R-216, D-22)', async () => {
  const { server, dialog } = await openShare(aLink('Oak lamp', { has_tutorial_enabled: true }))
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(within(dialog).queryByText('Your first link')).toBeNull())
  expect(server.requests.at(-1)).toMatchObject({
    method: 'PATCH',
    body: { has_tutorial_enabled: false },
  })
})

test('later links have no hint (R-216)', async () => {
  const { dialog } = await openShare(aLink('Oak lamp'))
  await within(dialog).findByTestId('short-url')
  expect(within(dialog).queryByText('Your first link')).toBeNull()
})

test('Create another opens an empty form', async () => {
  const { dialog } = await openShare(aLink('Oak lamp'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create another' }))
  expect((await field()).value).toBe('')
})

test('a link that only the server has is loaded, and a deleted one says so (R-176)', async () => {
  const { server, store } = await openShare(aLink('Here'))
  const elsewhere = aLink('From another device')
  server.put(elsewhere)
  store.set(openView, { name: 'share', uuid: elsewhere.uuid })
  expect(await screen.findByRole('heading', { name: 'From another device' })).toBeTruthy()
  store.set(openView, { name: 'share', uuid: '00000000-0000-4000-8000-00000000dead' })
  expect(await screen.findByText('This link is gone, or belongs to someone else.')).toBeTruthy()
})
