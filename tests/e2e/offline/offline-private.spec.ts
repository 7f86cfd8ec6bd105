import { EventEmitter, once } from 'node:events'
import type { BrowserContext, Page } from '@playwright/test'
import type { FlakyNetwork } from '../support/flaky-network.ts'
import { expect, test } from '../support/fronted.ts'
import { refreshBehind } from '../support/refresh.ts'
import { workerReady } from '../support/worker.ts'

/** Returns all data that a page can read from this device's storage, as one text for each place. */
const everythingKept = (page: Page) =>
  page.evaluate(async () => {
    const kept: [place: string, text: string][] = [
      ['localStorage', JSON.stringify(localStorage)],
      ['sessionStorage', JSON.stringify(sessionStorage)],
      ['cookie', document.cookie],
      ['history', location.href + JSON.stringify(history.state)],
    ]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        const headers = JSON.stringify([...request.headers, ...(response?.headers ?? [])])
        kept.push([`cache ${request.url}`, request.url + headers + (await response?.text())])
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
      })
      for (const table of db.objectStoreNames) {
        const rows = await new Promise((resolve) => {
          const all = db.transaction(table).objectStore(table).getAll()
          all.addEventListener('success', () => resolve(all.result))
        })
        kept.push([`database ${name}`, JSON.stringify(rows)])
      }
      db.close()
    }
    return kept
  })

const placesOf = async (page: Page, secret: string) =>
  (await everythingKept(page)).filter(([, text]) => text.includes(secret)).map(([place]) => place)

/**
 * Places that may hold the token. The service worker cannot read cookies, so it has a copy in its
 * own database.
 */
const SESSION = ['cookie', 'database split-session']

test('the token is in no cache, list, address or page except the session’s storage (offline 14)', async ({
  page,
  addProduct,
  person,
  front,
  context,
  signInThroughLogin,
}) => {
  await addProduct('Secret lamp')
  await signInThroughLogin(page, person, '/splitlinks')
  await expect(page.getByText('Secret lamp')).toBeVisible()
  await workerReady(page)
  await page.goto('/rank')
  await page.goto('/splitlinks')
  await expect(page.getByText('Secret lamp')).toBeVisible()
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''
  expect(token).not.toBe('')
  expect(await placesOf(page, token)).toEqual(SESSION)

  const arrivals = front.seen.filter(({ search }) => search.includes('auth_token='))
  const oneTime = new URLSearchParams(arrivals[0]?.search).get('auth_token') ?? ''
  expect(arrivals.map(({ method }) => method)).toEqual(['GET'])
  expect(await placesOf(page, oneTime)).toEqual([])
  const told = front.seen.filter((one) => !arrivals.includes(one))
  const leaks = told.filter(({ search, headers }) =>
    (search + (headers.get('referer') ?? '')).includes(oneTime),
  )
  expect(leaks.map(({ pathname }) => pathname)).toEqual([])
})

async function signedOut(context: BrowserContext, page: Page, person: { uuid: string }) {
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names.filter((name) => ['token', 'jwt_token', 'fingerprint'].includes(name))).toEqual([])
  const own = async () => {
    const kept = await everythingKept(page)
    return kept.filter((parts) => parts.join('').includes(person.uuid)).map(([place]) => place)
  }
  await expect.poll(own).toEqual([])
  const personal = await page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('split-person')),
  )
  expect(personal).toEqual([])
}

test('signing out offline clears both tabs, a reload says that signing in needs a connection, and the next user finds nothing (offline 13)', async ({
  page,
  person,
  newPerson,
  context,
  signInThroughLogin,
  openSaved,
}) => {
  await openSaved('Lamp of the first')
  const other = await context.newPage()
  await other.goto('/splitlinks')
  await expect(other.getByText('Lamp of the first')).toBeVisible()
  await context.setOffline(true)
  await page.goto('/logout')
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Signing in needs a connection' })).toBeVisible()
    await expect(tab.getByText('Lamp of the first')).toHaveCount(0)
  }
  await signedOut(context, page, person)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Signing in needs a connection' })).toBeVisible()

  await other.close()
  await context.setOffline(false)
  await page.waitForURL(/multi-connect\/login/)
  const next = await newPerson()
  await signInThroughLogin(page, next, '/splitlinks')
  await expect(page.getByText('Create your first link')).toBeVisible()
  await expect(page.getByText('Lamp of the first')).toHaveCount(0)
  const names = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  )
  expect(names.join()).not.toContain(person.uuid)
})

test('signing out online (offline 13, R-107)', async ({ page, person, context, openSaved }) => {
  await openSaved('Lamp of the first')
  const other = await context.newPage()
  await other.goto('/more')
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''
  await page.goto('/logout')
  await page.waitForURL(/multi-connect\/login/)
  await other.waitForURL(/multi-connect\/login/)
  await signedOut(context, page, person)
  const refused = await page.evaluate(
    async (old) => (await fetch('/v1/users/me', { headers: { 'X-API-TOKEN': old } })).status,
    token,
  )
  expect(refused).toBe(401)
})

const SEARCH = '/v2/my/links/search/'
const searches = (front: FlakyNetwork) =>
  front.seen.filter(({ pathname }) => pathname === SEARCH).length

test('a late answer to the previous user does not reach the next one (offline 26)', async ({
  page,
  addProduct,
  person,
  newPerson,
  shop,
  front,
  context,
  signInThroughLogin,
  openSaved,
}) => {
  await openSaved('Lamp of the first')
  const link = await addProduct('Late lamp of the first')
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value
  const released = new EventEmitter()
  const late = once(released, 'release').then(() => undefined)
  front.rule(({ pathname, headers }) =>
    pathname === SEARCH && headers.get('x-api-token') === token ? late : undefined,
  )
  const asked = searches(front)
  await refreshBehind(page, () => searches(front) - asked)

  const next = await newPerson()
  await next.addLink(shop.product('Lamp of the second'))
  const other = await context.newPage()
  await other.goto('/logout')
  await other.waitForURL(/multi-connect\/login/)
  await signInThroughLogin(other, next, '/splitlinks')
  await expect(other.getByText('Lamp of the second')).toBeVisible()
  released.emit('release')
  await other.reload()
  await expect(other.getByText('Lamp of the second')).toBeVisible()
  const found = await other.evaluate(
    async ({ uuid, owner }) => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name)
      const text = document.body.textContent
      return { own: names.filter((n) => n.includes(owner)), shown: text.includes(uuid) }
    },
    { uuid: link.short_code, owner: person.uuid },
  )
  expect(found).toEqual({ own: [], shown: false })
  await expect(other.getByText('of the first')).toHaveCount(0)
})
