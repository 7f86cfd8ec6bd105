import { expect, test } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { reportProblemEvent } from '#app/problems/problems.ts'
import { linksIndex } from '#live/mirror.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import { aLink, answers, type linksServer } from '#support/window/links-server.ts'
import {
  BULK,
  button,
  field,
  ONE,
  openCreate,
  paste,
  prepareNewLinks,
  rows,
  sentTo,
} from '#support/window/new-links.tsx'
import { noDialog, screen, userEvent, waitFor } from '#support/window/on-screen.ts'

prepareNewLinks()

/** Answers the creation of single links. */
function createsOneByOne(server: ReturnType<typeof linksServer>) {
  server.instead(({ method, path }) =>
    method === 'POST' && path === ONE
      ? answers.json({ result: aLink('Created later') }, 201)
      : undefined,
  )
}

test('offline the links wait one by one in the outbox (D-75)', async () => {
  const { server, store } = await openCreate()
  server.instead(() => Promise.reject(new TypeError('Failed to fetch')))
  await server.quiet()
  store.set(reportProblemEvent, { type: 'offline' })
  store.set(reportProblemEvent, { type: 'use-saved-copy' })
  await noDialog()
  store.set(openView, { name: 'create' })
  paste(await field(), 'shop.example/a shop.example/b')
  expect(await rows()).toHaveLength(2)
  await userEvent.click(await button('Create 2 links'))
  expect(await screen.findByText('2 links are waiting to sync')).toBeTruthy()
  await noDialog()
  expect(linksIndex().ids({})).toHaveLength(2)
  expect(sentTo(server, BULK)).toEqual([])
})

test('after a lost answer each link is sent with its part of the key', async () => {
  const { server, input, keys } = await openCreate()
  server.instead(({ path }) => (path === BULK ? answers.json({}, 500) : undefined))
  paste(input, 'shop.example/a shop.example/b')
  expect(await rows()).toHaveLength(2)
  await userEvent.click(await button('Create 2 links'))
  expect(await screen.findByText('2 links are waiting to sync')).toBeTruthy()
  await waitFor(() => expect(linksIndex().ids({})).toHaveLength(2))
  createsOneByOne(server)
  await sendNow()
  await waitFor(() => expect(sentTo(server, ONE)).toHaveLength(2))
  const [key, ...parts] = keys.filter(Boolean)
  expect(parts).toEqual([`${key}/0`, `${key}/1`])
})
