import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { linksIndex } from '#live/mirror.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import { refusing } from '#support/window/fake-api.ts'
import { openSettings, save, tab } from '#support/window/edit-link.tsx'
import { answers } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'

signInPerTest()

const input = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const starts = () => input(/^Starts/)
const ends = () => input(/^Ends/)
const limit = () => input(/^Limit clicks/)
const password = () => input(/^Password/)
const type = (into: HTMLInputElement, value: string) =>
  fireEvent.change(into, { target: { value } })

test('start, limit and password are sent in the form of the API', async () => {
  const { sent } = await openSettings()
  type(starts(), '2031-05-01T09:05')
  await userEvent.type(limit(), '1,000')
  await userEvent.type(password(), 'open sesame')
  const body = await sent()
  expect(body).toMatchObject({
    starts_at: new Date(2031, 4, 1, 9, 5).toISOString(),
    max_clicks: 1000,
    password: 'open sesame',
    base: { starts_at: null, max_clicks: null },
  })
  expect(JSON.stringify(body?.['base'])).not.toContain('password')
})

test('unchanged fields are not sent', async () => {
  const { sent } = await openSettings({
    starts_at: '2031-05-01T10:00:00.000Z',
    max_clicks: 100,
    has_password: true,
  })
  await userEvent.type(screen.getByLabelText('Source'), 'story')
  const names = Object.keys((await sent()) ?? {})
  expect(names.filter((name) => /starts_at|max_clicks|password/.test(name))).toEqual([])
})

test('start, limit and password can be removed', async () => {
  const { sent } = await openSettings({
    starts_at: '2031-05-01T10:00:00.000Z',
    max_clicks: 100,
    has_password: true,
  })
  await userEvent.click(screen.getByRole('button', { name: 'Clear start' }))
  await userEvent.clear(limit())
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.getByText('Removed when you save.')).toBeTruthy()
  expect(await sent()).toMatchObject({ starts_at: null, max_clicks: null, password: null })
})

test('a removed password can be kept again', async () => {
  const { sent } = await openSettings({ has_password: true })
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }))
  await userEvent.type(limit(), '5')
  expect(await sent()).not.toHaveProperty('password')
})

test('shows how many openings are used, and never the password', async () => {
  await openSettings({ max_clicks: 1000, used_clicks: 12, has_password: true })
  expect(limit().value).toBe('1000')
  expect(screen.getByText('12 of 1,000 used.')).toBeTruthy()
  expect(password().value).toBe('')
  expect(screen.getByText('Set. Type a new one to replace it.')).toBeTruthy()
})

test('errors are shown at their fields before anything is sent', async () => {
  const { saves } = await openSettings()
  type(starts(), '2031-05-01T09:05')
  type(ends(), '2031-05-01T09:05')
  await userEvent.type(limit(), 'ten')
  await userEvent.type(password(), 'abc')
  await userEvent.click(save())
  expect(await screen.findByText('Enter a number from 1 to 1,000,000,000.')).toBeTruthy()
  expect(screen.getByText('Use at least 4 characters.')).toBeTruthy()
  type(limit(), '10')
  type(password(), 'abcd')
  await userEvent.click(save())
  expect(await screen.findByText('Choose a time before the end.')).toBeTruthy()
  expect(starts().getAttribute('aria-invalid')).toBe('true')
  expect(await tab('Settings 1 error')).toBeTruthy()
  expect(saves()).toEqual([])
})

test('an end before the start is an error at the end if only the end was changed', async () => {
  const { saves } = await openSettings({ starts_at: '2031-05-01T10:00:00.000Z' })
  type(ends(), '2031-01-01T10:00')
  await userEvent.click(save())
  expect(await screen.findByText('Choose a time after the start.')).toBeTruthy()
  expect(saves()).toEqual([])
})

test('the draft of a form has no password', async () => {
  const { link } = await openSettings()
  await userEvent.type(password(), 'open sesame')
  await userEvent.type(limit(), '5')
  const { storage } = linksIndex()
  await waitFor(async () =>
    expect(await storage.draft(`edit-link-${link.uuid}`)).toMatchObject({
      typed: { max_clicks: '5' },
    }),
  )
  expect(JSON.stringify(await storage.draft(`edit-link-${link.uuid}`))).not.toContain('sesame')
})

test('a password that cannot be sent waits in the outbox only, and the link is shown with one', async () => {
  const { link } = await openSettings({}, ({ method }) =>
    method === 'PATCH' ? answers.json({}, 500) : undefined,
  )
  await userEvent.type(password(), 'open sesame')
  await userEvent.click(save())
  await screen.findByText('Saved. Waiting to sync.')
  const row = () => linksIndex().rows.get(link.uuid)
  await waitFor(() => expect(row()).toMatchObject({ has_password: true }))
  expect(JSON.stringify(row())).not.toContain('sesame')
})

test('a password that the server refuses later is typed again, and kept in no draft', async () => {
  const { link, server, store } = await openSettings({}, ({ method }) =>
    method === 'PATCH' ? answers.json({}, 500) : undefined,
  )
  await userEvent.type(password(), 'open sesame')
  await userEvent.type(limit(), '5')
  await userEvent.click(save())
  await screen.findByText('Saved. Waiting to sync.')
  server.instead(refusing(/^PATCH /, { errors: { password: ['Choose another password.'] } }))
  await sendNow()
  const row = () => linksIndex().rows.get(link.uuid)
  await waitFor(() => expect(row()).toMatchObject({ waiting: 'refused' }))
  store.set(openView, { name: 'share', uuid: link.uuid })
  expect(await screen.findByText('Not saved: Choose another password.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Edit again' }))
  await userEvent.click(await tab('Settings'))
  expect(limit().value).toBe('5')
  expect(password().value).toBe('')
  await screen.findByText('Enter the password again. It was not kept.')
  const draft = () => linksIndex().storage.draft(`edit-link-${link.uuid}`)
  await waitFor(async () => expect(await draft()).toHaveProperty('typed.max_clicks'))
  expect(JSON.stringify(await draft())).not.toContain('sesame')
  // The server's row has no password, so none is shown as set.
  expect(row()?.has_password).not.toBe(true)
  server.asUsual()
  await userEvent.type(password(), 'close sesame')
  await userEvent.click(save())
  const last = () => server.requests.findLast(({ method }) => method === 'PATCH')?.body
  await waitFor(() => expect(last()).toMatchObject({ password: 'close sesame', max_clicks: 5 }))
})
