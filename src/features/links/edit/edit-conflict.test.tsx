import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { linksIndex } from '#live/mirror.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { field, openEdit, save, tab } from '#support/window/edit-link.tsx'
import { aLink, answers } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, noDialog, press, screen, userEvent, waitFor } from '#support/window/on-screen.ts'

signInPerTest()

/** Renames a link that was renamed on a phone meanwhile, and waits for the question. */
async function saveAfterPhone(link: ShortLink) {
  const latest = { ...link, name: 'From the phone', updated_at: '2027-01-01T00:00:00.000Z' }
  const opened = await openEdit(link, {
    respond: ({ method }) =>
      method === 'PATCH' && opened.saves().length === 1
        ? answers.json({ conflict: { fields: ['name'], latest } }, 409)
        : undefined,
  })
  await userEvent.type(await field('Name'), ' 2')
  await userEvent.click(save())
  expect(await screen.findByText('Changed elsewhere:')).toBeTruthy()
  return opened
}

test('changes of another device are asked about, and nothing is overwritten (D-75)', async () => {
  const link = aLink('Oak lamp')
  const { saves, dialog } = await saveAfterPhone(link)
  expect((await field('Name')).value).toBe('Oak lamp 2')
  await press('Keep mine')
  await userEvent.click(save())
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(saves()[1]?.body).toMatchObject({ name: 'Oak lamp 2', base: { name: 'From the phone' } })
})

test('a name read from the page meanwhile is kept when tags are saved (R-226)', async () => {
  const link = aLink('shop.example', { meta_extraction_progress: 40 })
  const { server, saves } = await openEdit(link)
  await userEvent.click(await tab('Tags'))
  await userEvent.type(await field('Tags'), 'lamp{Enter}')
  server.put({ ...link, name: 'Oak lamp', meta_extraction_progress: 100 })
  await userEvent.click(save())
  await waitFor(() => expect(saves()[0]?.body).toMatchObject({ tags: ['lamp'] }))
  await waitFor(() =>
    expect(linksIndex().rows.get(link.uuid)).toMatchObject({ name: 'Oak lamp', tags: ['lamp'] }),
  )
})

test('a name typed while the page is read wins over the name of the page, without asking (R-226)', async () => {
  const link = aLink('a.example', { meta_extraction_progress: 40 })
  const { server, saves } = await openEdit(link)
  await userEvent.clear(await field('Name'))
  await userEvent.type(await field('Name'), 'Mine')
  server.put({ ...link, name: 'Oak lamp | A shop', meta_extraction_progress: 100 })
  await act(() => revalidate('links'))
  await screen.findByRole('dialog', { name: 'Edit Oak lamp | A shop' })
  expect(screen.queryByText('Changed elsewhere:')).toBeNull()
  await userEvent.click(save())
  await waitFor(() => expect(saves()[0]?.body).toMatchObject({ name: 'Mine' }))
  await noDialog()
})

test('a first name that meets another person’s first name is asked about (D-75)', async () => {
  const link = aLink('a.example')
  await saveAfterPhone(link)
  await press('Use latest')
  expect((await field('Name')).value).toBe('From the phone')
})
