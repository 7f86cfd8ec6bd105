import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '#live/session.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { wipeAll } from '#live/wipe.ts'
import { forgetCookies, goTo } from '#support/browser-window.ts'
import { linksServer, signInAs } from '#support/window/links-server.ts'
import { press, render, screen } from '#support/window/on-screen.ts'
import { startSession } from './sign-in.ts'
import { TakeOver } from './take-over.tsx'

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })

let ana = ''
const endedSessions: string[] = []

beforeEach(() => {
  endedSessions.length = 0
  vi.spyOn(location, 'replace').mockImplementation((url) => void endedSessions.push(String(url)))
  goTo('https://app.example/')
  ana = signInAs('ana')
})
afterEach(async () => {
  await wipeAll()
})

/** Returns from the login page as Ben. Returns the hashes of the sessions that were ended. */
function arriveAsBen() {
  goTo('https://app.example/rank?auth_token=once')
  const jwt = `h.${btoa(JSON.stringify({ uuid: '0190a3f2-2222-4222-8222-222222222222' }))}.s`
  const server = linksServer()
  const ended: unknown[] = []
  server.instead(({ path, body, token }) => {
    if (path === '/v1/connect/token')
      return json({ token: 'of-ben', jwt_token: jwt, fingerprint: 'f', extended_status: null })
    if (path === '/v1/users/me') {
      const name = token === 'of-ben' ? 'ben' : 'ana'
      return json({ uuid: ana, email: `${name}@people.example` })
    }
    if (path !== '/v1/logout/late') return undefined
    ended.push(...(body['token_hashes'] as unknown[]))
    return new Response(null, { status: 204 })
  })
  return ended
}

const withDatabaseOfAna = async <T,>(work: (db: MirrorDb) => Promise<T>): Promise<T> => {
  const db = new MirrorDb(databaseName(ana))
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
const addUnsentData = (changes: number) =>
  withDatabaseOfAna(async (db) => {
    for (let i = 0; i < changes; i += 1) await db.outbox.add({ key: `k${i}` } as never)
    await db.drafts.put({ name: 'create-link', value: 'typed', savedAt: 1 })
  })

async function showQuestion() {
  expect(await startSession()).toBe('asked')
  const settled = vi.fn<(outcome: string) => void>()
  render(<TakeOver onSettled={settled} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in as someone else?')
  return settled
}

test('the question names the signed-in person and what would be lost (R-604)', async () => {
  arriveAsBen()
  await addUnsentData(3)
  await showQuestion()
  expect(
    screen.getByText(
      'You are signed in as ana@people.example. 3 changes that wait and something typed but not saved on this device would be lost.',
    ),
  ).toBeTruthy()
})

test('Stay keeps everything and ends the new session (R-103)', async () => {
  const ended = arriveAsBen()
  await addUnsentData(1)
  const settled = await showQuestion()
  await press('Stay')
  await vi.waitFor(() => expect(settled).toHaveBeenCalledExactlyOnceWith('signed-in'))
  expect(readSession()?.token).toBe('token-of-ana')
  expect(await withDatabaseOfAna((db) => db.outbox.count())).toBe(1)
  expect(await withDatabaseOfAna((db) => db.drafts.count())).toBe(1)
  await vi.waitFor(() => expect(ended).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]))
  expect(endedSessions).toEqual([])
})

test('the other answer deletes the data and signs in (R-103, R-604)', async () => {
  const ended = arriveAsBen()
  await addUnsentData(1)
  const settled = await showQuestion()
  await press('Sign in as ben@people.example')
  await vi.waitFor(() => expect(settled).toHaveBeenCalledExactlyOnceWith('signed-in'))
  expect(readSession()?.token).toBe('of-ben')
  expect(await withDatabaseOfAna((db) => db.outbox.count())).toBe(0)
  expect(ended).toEqual([])
})

test('data of an expired session is asked about, too; Stay opens the login page (D-105)', async () => {
  arriveAsBen()
  await addUnsentData(1)
  forgetCookies()
  const settled = await showQuestion()
  expect(
    screen.getByText(/^Someone else was signed in here\. 1 change that waits and/),
  ).toBeTruthy()
  await press('Stay')
  await vi.waitFor(() => expect(settled).toHaveBeenCalledExactlyOnceWith('leaving'))
  expect(new URL(endedSessions[0] ?? '', location.href).pathname).toBe('/multi-connect/login')
  expect(await withDatabaseOfAna((db) => db.outbox.count())).toBe(1)
})

test('without data of another person nothing is asked', async () => {
  arriveAsBen()
  forgetCookies()
  expect(await startSession()).toBe('signed-in')
  expect(readSession()?.token).toBe('of-ben')
})
