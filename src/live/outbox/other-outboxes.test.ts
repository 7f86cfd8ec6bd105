import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ACCOUNT_HEADER } from '#contract/app-constants.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { aLink, answers, linksServer } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { saveAccounts, setActing } from '../acting.ts'
import { wipeAll } from '../wipe.ts'
import { closeMirror } from '../mirror.ts'
import { countOthers, sendOthers, waitingChanges } from './other-outboxes.ts'
import { changeNow, setOfflineCheck } from './tab-outbox.ts'

const person = signInPerTest()
const HELPED = '5d3d8d5e-3e65-4ad5-9c7c-7a2f4f0f5b11'
const account = {
  id: HELPED,
  name: 'Ana Moss',
  email: 'ana@example.com',
  access: ['edit' as const],
}

/** Account header of each request that created a link, by the link's address. */
let sent: Record<string, string | null>

beforeEach(() => {
  sent = {}
  linksServer()
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request) => {
    const { url } = JSON.parse((await request.clone().text()) || '{}') as { url?: string }
    if (url === undefined) return answer(request)
    sent[url] = request.headers.get(ACCOUNT_HEADER)
    return answers.json({ result: aLink('helped') }, 201)
  })
  setOfflineCheck(() => true)
  saveAccounts(person(), [account])
})
afterEach(() => setOfflineCheck(() => !navigator.onLine))

async function actFor(id: string | null) {
  closeMirror()
  setActing(person(), id)
}

const makeLink = (url: string) =>
  changeNow({ kind: 'create-link', link: crypto.randomUUID(), body: { url } }, url)

test('a change waits in the outbox of its account and is sent to it while another is in use', async () => {
  await actFor(HELPED)
  await makeLink('https://shop.example/helped')
  await actFor(null)
  await makeLink('https://shop.example/own')
  expect((await waitingChanges(HELPED)).map(({ title }) => title)).toEqual([
    'https://shop.example/helped',
  ])
  expect(await countOthers()).toBe(1)
  await sendOthers()
  expect(sent).toEqual({ 'https://shop.example/helped': HELPED })
  expect(await waitingChanges(HELPED)).toEqual([])
  expect((await waitingChanges(person())).map(({ title }) => title)).toEqual([
    'https://shop.example/own',
  ])
})

test('a sign-out deletes the data of all accounts', async () => {
  await actFor(HELPED)
  await makeLink('https://shop.example/helped')
  await wipeAll()
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names).not.toContain(databaseName(HELPED))
  expect(localStorage.getItem('split-accounts')).toBeNull()
})

test('an expired session keeps the changes that wait for every account', async () => {
  await actFor(HELPED)
  await makeLink('https://shop.example/helped')
  await wipeAll({ keepDraftsOf: person() })
  const db = new MirrorDb(databaseName(HELPED))
  expect(await db.outbox.count()).toBe(1)
  db.close()
})
