import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { closeModals } from '#app/problems/close-modals.ts'
import { reportProblemEvent } from '#app/problems/problems.ts'
import { readDraft } from '#live/drafts/drafts.ts'
import { linksIndex, openMirror } from '#live/mirror.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { wipeAll } from '#live/wipe.ts'
import { field, inDialog, openEdit, save, tab } from '#support/window/edit-link.tsx'
import { aLink, signInAs } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, noDialog, press, userEvent } from '#support/window/on-screen.ts'

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'

signInPerTest()

const rename = async (name: string) => {
  const input = await field('Name')
  await userEvent.clear(input)
  await userEvent.type(input, name)
}

test('EDIT has the tabs Preview, Collections, Tags and Settings, in this order (R-189, R-190)', async () => {
  await openEdit(aLink('Oak lamp', { tags: ['a', 'b', 'c'], regular_collection_names: ['Lamps'] }))
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Preview',
    'Collections1',
    'Tags3',
    'Settings',
  ])
})

test('Preview has picture, name and address; Settings has code, utm fields and the network switch (R-212, R-213)', async () => {
  const link = aLink('Oak lamp', { image_url: '/media/a.webp', treat_as_in_network_editable: true })
  await openEdit(link)
  expect((await field('Name')).value).toBe('Oak lamp')
  expect((await field('Goes to')).value).toBe(link.url)
  expect(screen.getByAltText('Preview of the link').getAttribute('src')).toContain('/media/a.webp')
  await userEvent.click(await tab('Settings'))
  expect((await field('Short code')).value).toBe(link.short_code)
  for (const label of ['Source', 'Medium', 'Campaign', 'Term', 'Content'])
    expect((await field(label)).value).toBe('')
  expect(screen.getByRole('switch', { name: 'Count as an in-network sale' })).toBeTruthy()
})

const filled = async () => [(await field('Source')).value, (await field('Medium')).value]

test.each([
  ['Instagram story', 'instagram', 'story'],
  ['TikTok bio', 'tiktok', 'bio'],
  ['Newsletter', 'newsletter', 'email'],
])('%s fills in the source, and can be undone', async (name, source, medium) => {
  const { saves } = await openEdit(aLink('Oak lamp'))
  await userEvent.click(await tab('Settings'))
  await userEvent.click(screen.getByText('Advanced'))
  const preset = screen.getByRole('button', { name })
  await userEvent.click(preset)
  expect(await filled()).toEqual([source, medium])
  await userEvent.click(preset)
  expect(await filled()).toEqual(['', ''])
  await userEvent.click(preset)
  await userEvent.click(save())
  await waitFor(() =>
    expect(saves()[0]?.body).toMatchObject({ utm_source: source, utm_medium: medium }),
  )
})

test('Preview shows the whole picture before its crop, in any shape, and its credit (R-213, R-308)', async () => {
  const crop = '/cdn-cgi/image/crop=0;0.25;1;0.5/media/a.webp'
  await openEdit(aLink('Oak lamp', { image_url: crop, custom_image_upload_id: 7 }))
  expect((await screen.findByAltText('Preview of the link')).getAttribute('src')).toBe(
    '/cdn-cgi/image/crop=0;0.25;1;0.5,fit=cover,quality=85,sharpen=1,width=700/media/a.webp',
  )
  expect(screen.getByText('Your own photo.')).toBeTruthy()
})

test('the picture opens the photo editor without tabs, because a link has one crop (R-214, R-268)', async () => {
  await openEdit(aLink('Oak lamp', { image_url: '/media/a.webp' }))
  await press('Edit photo')
  const editor = await screen.findByRole('dialog', { name: 'Edit photo' })
  expect(within(editor).getByRole('combobox', { name: 'Aspect ratio' })).toBeTruthy()
  expect(within(editor).queryByRole('tab')).toBeNull()
})

test('fixed values have no controls: the address of a blocked link, the network of a shop outside it (D-18, D-21)', async () => {
  await openEdit(aLink('Oak lamp', { url_editable: false, url: 'https://shop.example/oak' }))
  const address = await field('Goes to')
  expect(address.readOnly).toBe(true)
  expect(screen.getByText(/so its address cannot change/)).toBeTruthy()
  await userEvent.click(await tab('Settings'))
  expect(screen.queryByRole('switch', { name: 'Count as an in-network sale' })).toBeNull()
})

test('an address can be changed after clicks, and a corrected one says so (D-16, D-18)', async () => {
  const url = 'https://shop.example/oak'
  await openEdit(aLink('Oak lamp', { url, lifetime_clicks: 12, address_corrected: true }))
  const address = await field('Goes to')
  expect(address.readOnly).toBe(false)
  expect(screen.getByText(`The address was corrected to ${url}`)).toBeTruthy()
  await userEvent.type(address, '/x')
  expect(screen.queryByText(/was corrected/)).toBeNull()
})

test('a commission is shown only if there is one (D-21)', async () => {
  const { unmount } = await openEdit(aLink('Oak lamp'))
  expect(screen.queryByText(/commission|You earn/)).toBeNull()
  unmount()
  await wipeAll()
  signInAs('ana')
  openMirror()
  await openEdit(
    aLink('Mugs', {
      commission_percentage: 8,
      domain: 'www.nordlys.example',
      lifetime_clicks: 412,
      lifetime_revenue: 1077.5,
      lifetime_commissions: 86.2,
    }),
  )
  await expectTexts('You earn 8% at nordlys.example', '412 clicks, $1,077.50 sold, $86.20 earned')
})

test('saving from the list closes the form, changes the row at once and says so (R-162, R-166, R-196)', async () => {
  const link = aLink('Oak lamp')
  const { server, history } = await openEdit(link)
  await rename('Brass lamp')
  await userEvent.click(save())
  expect(await screen.findByText('Saved')).toBeTruthy()
  await noDialog()
  expect(history.location.href).toBe('/rank')
  await waitFor(() => expect(linksIndex().rows.get(link.uuid)?.name).toBe('Brass lamp'))
  // The row comes from the response; the list was not requested again.
  expect(server.requests.at(-1)?.method).toBe('PATCH')
  expect(await readDraft(linksIndex().storage, `edit-link-${link.uuid}`)).toBeNull()
})

test('saving or closing an EDIT that was opened from SHARE returns to SHARE (R-192, R-196)', async () => {
  const link = aLink('Oak lamp')
  const { store } = await openEdit(link, { from: 'share' })
  await rename('Brass lamp')
  await userEvent.click(save())
  expect(await screen.findByRole('dialog', { name: 'Brass lamp' })).toBeTruthy()
  expect(inDialog().getByTestId('short-url')).toBeTruthy()
  await act(async () => store.set(openView, { name: 'edit', uuid: link.uuid }))
  await field('Name')
  await press('Close')
  expect(await screen.findByRole('dialog', { name: 'Brass lamp' })).toBeTruthy()
})

test('leaving with changes asks in the exact words: Cancel keeps them, OK discards them (R-193, R-194)', async () => {
  const link = aLink('Oak lamp')
  const { saves } = await openEdit(link)
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  await rename('Brass')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  for (const leave of ['Close', 'Cancel']) {
    await press(leave)
    expect(await screen.findByText(QUESTION)).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1)!)
    expect((await field('Name')).value).toBe('Brass')
  }
  await userEvent.keyboard('{Escape}')
  await press('OK')
  await noDialog()
  expect(saves()).toEqual([])
  expect(await readDraft(linksIndex().storage, `edit-link-${link.uuid}`)).toBeNull()
})

test('going to another screen asks too (R-193, D-84)', async () => {
  const { history } = await openEdit(aLink('Oak lamp'))
  await rename('Brass')
  history.push('/more')
  expect(await screen.findByText(QUESTION)).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1)!)
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
  expect((await field('Name')).value).toBe('Brass')
  expect(history.location.pathname).toBe('/rank')
})

test('changes typed back to the saved text are not unsaved, and leaving does not ask (R-193)', async () => {
  await openEdit(aLink('Oak lamp'))
  await rename('Oak lamp')
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  await press('Close')
  await noDialog()
})

test('a form closed by the app is restored with its text (R-589, D-105)', async () => {
  const link = aLink('Oak lamp')
  const { store } = await openEdit(link)
  await rename('Brass')
  await act(async () => closeModals())
  await noDialog()
  expect(screen.queryByText(QUESTION)).toBeNull()
  await act(async () => store.set(openView, { name: 'edit', uuid: link.uuid }))
  expect((await field('Name')).value).toBe('Brass')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
})

test('offline, a saved edit waits and is shown (R-608)', async () => {
  const link = aLink('Oak lamp')
  const { store, saves } = await openEdit(link)
  act(() => {
    store.set(reportProblemEvent, { type: 'offline' })
    store.set(reportProblemEvent, { type: 'use-saved-copy' })
  })
  await noDialog()
  await act(async () => store.set(openView, { name: 'edit', uuid: link.uuid }))
  await rename('Brass')
  await userEvent.click(save())
  expect(await screen.findByText('Saved. Waiting to sync.')).toBeTruthy()
  await waitFor(() => expect(linksIndex().rows.get(link.uuid)?.name).toBe('Brass'))
  expect(saves()).toEqual([])
})

test('after a change elsewhere, untouched fields are updated and a touched one asks (D-105)', async () => {
  const link = aLink('Oak lamp', { tags: ['old'] })
  const { server } = await openEdit(link)
  await rename('Mine')
  server.put({ ...link, name: 'Theirs', tags: ['old', 'new'] })
  await act(() => revalidate('links'))
  expect(await tab('Tags 2')).toBeTruthy()
  expect(await screen.findByText('Changed elsewhere:')).toBeTruthy()
  expect((await field('Name')).value).toBe('Mine')
  await press('Keep mine')
  expect(screen.queryByText('Changed elsewhere:')).toBeNull()
  expect((await field('Name')).value).toBe('Mine')
  server.put({ ...link, name: 'Theirs again' })
  await act(() => revalidate('links'))
  await press('Use latest')
  expect((await field('Name')).value).toBe('Theirs again')
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})
