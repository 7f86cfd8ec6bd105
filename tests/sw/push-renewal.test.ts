import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDevice, devicesToDelete, readDevice, storeDevice } from '#http/device-store.ts'
import { forgetStoredSession, storeSession } from '#http/session-store.ts'
import { startWorker } from './support/fake-worker.ts'

const OLD = { id: 4, endpoint: 'https://push.example/old', session: 'f' }
const subscription = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
})
const NEW = subscription('https://push.example/new')

beforeEach(async () => {
  await storeSession({ token: 'token', jwt: null, fingerprint: 'f', uuid: null })
  await storeDevice(OLD)
  for (const id of await devicesToDelete()) await clearDevice(id, false)
})
afterEach(async () => {
  await forgetStoredSession()
})

type Call = { method: string; path: string; token: string | null; body: unknown }

function server(answer: (call: Call) => Response) {
  const made: Call[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = {
      method: request.method,
      path: request.url.replace(location.origin, ''),
      token: request.headers.get('X-API-TOKEN'),
      body: request.method === 'POST' ? ((await request.json()) as unknown) : null,
    }
    made.push(call)
    return answer(call)
  })
  return made
}

const registered = ({ method }: Call) =>
  method === 'POST'
    ? Response.json({ id: 5, browser: 'CHROME', active: true }, { status: 201 })
    : new Response(null, { status: 204 })

test('a changed subscription is registered and the old one removed (R-610, offline 16)', async () => {
  const made = server(registered)
  const worker = await startWorker(['push-renewal'])
  await worker.dispatch('pushsubscriptionchange', { newSubscription: NEW, oldSubscription: null })
  expect(made).toEqual([
    {
      method: 'POST',
      path: '/v1/wp/',
      token: 'token',
      body: { ...NEW.toJSON(), browser: 'CHROME' },
    },
    { method: 'DELETE', path: '/v1/wp/4', token: 'token', body: null },
  ])
  expect(await readDevice()).toEqual({ id: 5, endpoint: NEW.endpoint, session: 'f' })
  expect(await devicesToDelete()).toEqual([])
})

test('an expired subscription is created again with the key of this worker (D-77)', async () => {
  server(registered)
  const worker = await startWorker(['push-renewal'])
  const subscribe = vi.fn<(options: object) => Promise<typeof NEW>>(async () => NEW)
  Object.assign((self as unknown as { registration: object }).registration, {
    pushManager: { subscribe },
  })
  await worker.dispatch('pushsubscriptionchange', {})
  expect(subscribe).toHaveBeenCalledOnce()
  expect(subscribe.mock.calls[0]?.[0]).toMatchObject({ userVisibleOnly: true })
  expect((await readDevice())?.id).toBe(5)
})

test('offline it keeps the known subscription, so that the next start finds the difference', async () => {
  server(() => {
    throw new TypeError('Failed to fetch')
  })
  const worker = await startWorker(['push-renewal'])
  const change = { newSubscription: NEW, oldSubscription: null }
  await expect(worker.dispatch('pushsubscriptionchange', change)).rejects.toThrow('unknown')
  expect(await readDevice()).toEqual(OLD)
})

test('an old device that could not be removed is removed later', async () => {
  server((call) =>
    call.method === 'POST' ? registered(call) : new Response(null, { status: 500 }),
  )
  const worker = await startWorker(['push-renewal'])
  await worker.dispatch('pushsubscriptionchange', { newSubscription: NEW, oldSubscription: null })
  expect(await devicesToDelete()).toEqual([4])
})

test('without a signed-in user nothing is registered', async () => {
  await forgetStoredSession()
  const made = server(registered)
  const worker = await startWorker(['push-renewal'])
  await worker.dispatch('pushsubscriptionchange', { newSubscription: NEW, oldSubscription: null })
  expect(made).toEqual([])
})
