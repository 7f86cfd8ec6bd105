import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeSession } from '#http/session-store.ts'
import { MIRRORED_HEADER } from '#contract/messages.ts'
import { databaseName } from '#mirror/store/database.ts'
import { aCollection, collectionsServer } from '#support/window/collections-server.ts'
import { startWorker } from './support/fake-worker.ts'

const uuid = '00000061-0000-4000-8000-000000000000'
const session = { token: 'token-of-ana', jwt: null, fingerprint: null, uuid }
const ROOT = '/v2/my/collections/'

const call = (method: string, path: string, body?: object) =>
  new Request(new URL(path, location.origin), {
    method,
    headers: { 'X-API-TOKEN': session.token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Returns the names of the collections in the mirror, read by a newly started worker. */
const mirrored = async () => {
  const { storageFor } = await import('#mirror/store/current.ts')
  return (await storageFor(uuid).everyCollection()).map(({ name }) => name).toSorted()
}

beforeEach(() => storeSession(session))
afterEach(async () => {
  const { closeStorage } = await import('#mirror/store/current.ts')
  closeStorage()
  await Dexie.delete(databaseName(uuid))
})

test('read and changed collections are in the mirror, deleted ones are removed (R-600)', async () => {
  const [lamps, sofas] = [aCollection('Lamps'), aCollection('Sofas')]
  collectionsServer([], [lamps, sofas])
  const worker = await startWorker(['api'])
  const through = async (request: Request) => {
    const response = await worker.fetchThrough(request).response
    expect(response?.headers.get(MIRRORED_HEADER), request.url).toBe('1')
  }
  await through(call('GET', `${ROOT}${lamps.uuid}/`))
  expect(await mirrored()).toEqual(['Lamps'])
  await through(call('GET', `${ROOT}?page=1&page_size=20`))
  expect(await mirrored()).toEqual(['Lamps', 'Sofas'])
  await through(call('PATCH', `${ROOT}${sofas.uuid}/`, { name: 'Chairs' }))
  expect(await mirrored()).toEqual(['Chairs', 'Lamps'])
  await through(call('DELETE', `${ROOT}${lamps.uuid}/`))
  expect(await mirrored()).toEqual(['Chairs'])
})
