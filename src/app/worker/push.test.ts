import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearDevice,
  devicesToDelete,
  readDevice,
  setPushOff,
  storeDevice,
} from '#http/device-store.ts'
import { registerDevice, removeDevice } from '#api/people/devices.ts'
import { ApiError } from '#http/error.ts'
import { readSession } from '#live/session.ts'
import { serverSettings } from '#api/people/settings.ts'
import { checkPush, leavePush, pushAtom, turnOffPush, turnOnPush } from './push.ts'

vi.mock('#api/people/devices.ts', () => ({
  registerDevice: vi.fn<typeof registerDevice>(),
  removeDevice: vi.fn<typeof removeDevice>(),
}))
vi.mock('#api/people/settings.ts', () => ({ serverSettings: vi.fn<typeof serverSettings>() }))
vi.mock('#live/session.ts', () => ({ readSession: vi.fn<typeof readSession>() }))

const CHROME = 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
/** Two server keys. */
const KEY = 'BAAAAQID'
const OTHER_KEY = 'BAAAAQIE'

let ended: string[]
let current: PushSubscription | null
let subscribe: ReturnType<typeof vi.fn<(options: { applicationServerKey: Uint8Array }) => void>>
let requestPermission: ReturnType<typeof vi.fn<() => Promise<NotificationPermission>>>

const bytes = (key: string) => Uint8Array.from(atob(key), (sign) => sign.codePointAt(0) ?? 0)

function subscription(endpoint: string, key = KEY): PushSubscription {
  return {
    endpoint,
    options: { applicationServerKey: bytes(key).buffer, userVisibleOnly: true },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      ended.push(endpoint)
      current = null
      return true
    },
  } as unknown as PushSubscription
}

/** Simulates a browser with this permission. `answer` is the user's answer when asked. */
function browser(permission: NotificationPermission, answer = permission) {
  const registration = {
    pushManager: {
      getSubscription: async () => current,
      subscribe: async (options: { applicationServerKey: Uint8Array }) => {
        subscribe(options)
        return (current = subscription('https://push.example/new', KEY))
      },
    },
    getNotifications: async () => [],
  }
  const ready = Promise.resolve(registration)
  const serviceWorker = { ready, getRegistration: () => ready }
  vi.stubGlobal('navigator', { userAgent: CHROME, serviceWorker })
  vi.stubGlobal('PushManager', {})
  requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => answer)
  vi.stubGlobal('Notification', { permission, requestPermission })
}

const useSession = (fingerprint: string) =>
  vi.mocked(readSession).mockReturnValue({ token: 't', jwt: null, fingerprint, uuid: null })

beforeEach(() => {
  ended = []
  current = null
  subscribe = vi.fn<(options: { applicationServerKey: Uint8Array }) => void>()
  useSession('session')
  vi.mocked(serverSettings)
    .mockReset()
    .mockResolvedValue({ push: { server_key: KEY } } as never)
  vi.mocked(registerDevice)
    .mockReset()
    .mockResolvedValue({ id: 5, browser: 'CHROME', active: true })
  vi.mocked(removeDevice).mockReset().mockResolvedValue(undefined)
})
afterEach(async () => {
  await setPushOff(false)
  for (const id of [4, 5]) for (const isTold of [true, false]) await clearDevice(id, isTold)
})

async function checkedState() {
  const store = createStore()
  await checkPush(store)
  return store.get(pushAtom)
}

describe('push at each start', () => {
  test('does not ask for permission (R-471)', async () => {
    browser('default')
    expect(await checkedState()).toBe('default')
    expect(requestPermission).not.toHaveBeenCalled()
    expect(registerDevice).not.toHaveBeenCalled()
  })

  test('with permission subscribes and registers at the server (R-471, R-472)', async () => {
    browser('granted')
    expect(await checkedState()).toBe('on')
    expect(subscribe.mock.calls[0]?.[0].applicationServerKey).toEqual(bytes(KEY))
    expect(registerDevice).toHaveBeenCalledOnce()
    expect(vi.mocked(registerDevice).mock.calls[0]?.slice(0, 2)).toEqual([
      current?.toJSON(),
      'CHROME',
    ])
    expect(await readDevice()).toMatchObject({ id: 5, endpoint: 'https://push.example/new' })
  })

  test('does not register again if nothing changed', async () => {
    browser('granted')
    await checkedState()
    expect(await checkedState()).toBe('on')
    expect(registerDevice).toHaveBeenCalledOnce()
    expect(serverSettings).toHaveBeenCalledTimes(2)
  })

  test('registers a new endpoint once and deletes the old device (offline 16)', async () => {
    browser('granted')
    await storeDevice({ id: 4, endpoint: 'https://push.example/old', session: 'session' })
    current = subscription('https://push.example/moved')
    await checkedState()
    await checkedState()
    expect(registerDevice).toHaveBeenCalledOnce()
    expect(vi.mocked(removeDevice).mock.calls.map(([id]) => id)).toEqual([4])
    expect(await readDevice()).toMatchObject({ id: 5, endpoint: 'https://push.example/moved' })
  })

  test('replaces the subscription when the server has a new key (offline 17)', async () => {
    browser('granted')
    await storeDevice({ id: 4, endpoint: 'https://push.example/old', session: 'session' })
    current = subscription('https://push.example/old', OTHER_KEY)
    expect(await checkedState()).toBe('on')
    expect(ended).toEqual(['https://push.example/old'])
    expect(vi.mocked(removeDevice).mock.calls.map(([id]) => id)).toEqual([4])
    expect(await readDevice()).toMatchObject({ id: 5 })
  })

  test('registers at the next start if the server is unreachable (offline 17)', async () => {
    browser('granted')
    vi.mocked(registerDevice).mockRejectedValueOnce(new ApiError('unknown'))
    expect(await checkedState()).toBe('off')
    expect(await readDevice()).toBeNull()
    expect(await checkedState()).toBe('on')
    expect(await readDevice()).toMatchObject({ id: 5 })
  })

  test('registers the same endpoint for a new session', async () => {
    browser('granted')
    await checkedState()
    useSession('another session')
    await checkedState()
    expect(registerDevice).toHaveBeenCalledTimes(2)
    expect(removeDevice).not.toHaveBeenCalled()
  })

  test('deletes the device if the permission was revoked (R-474)', async () => {
    browser('denied')
    await storeDevice({ id: 4, endpoint: 'https://push.example/old', session: 'session' })
    expect(await checkedState()).toBe('denied')
    expect(removeDevice).toHaveBeenCalledOnce()
    expect(await readDevice()).toBeNull()
  })

  test('stays off if it was switched off on this device', async () => {
    browser('granted')
    await setPushOff(true)
    expect(await checkedState()).toBe('off')
    expect(registerDevice).not.toHaveBeenCalled()
  })

  test.each([
    ['no worker', () => vi.stubGlobal('navigator', { userAgent: CHROME })],
    ['no notifications', () => Reflect.deleteProperty(globalThis, 'Notification')],
  ])('%s: is unsupported without an error (offline 31)', async (_what, remove) => {
    browser('granted')
    remove()
    expect(await checkedState()).toBe('unsupported')
  })

  test('explains that Safari is unsupported (D-80)', async () => {
    browser('granted')
    vi.stubGlobal('navigator', { userAgent: SAFARI, serviceWorker: navigator.serviceWorker })
    expect(await checkedState()).toBe('safari')
  })
})

describe('push switched by a tap', () => {
  test.each(['denied', 'default'] as const)('asks, and the answer is %s', async (answer) => {
    browser('default', answer)
    const store = createStore()
    await turnOnPush(store)
    expect(store.get(pushAtom)).toBe(answer)
    expect(registerDevice).not.toHaveBeenCalled()
  })

  test('asks, and is on after a yes (R-471)', async () => {
    browser('default', 'granted')
    const store = createStore()
    await turnOnPush(store)
    expect(requestPermission).toHaveBeenCalledOnce()
    expect(store.get(pushAtom)).toBe('on')
    expect(await readDevice()).toMatchObject({ id: 5 })
  })

  test('shows a failure and stays off', async () => {
    browser('granted')
    vi.mocked(registerDevice).mockRejectedValue(new ApiError(500))
    await expect(turnOnPush(createStore())).rejects.toThrow('500')
  })

  test('unsubscribes and deletes the device when switched off (R-474)', async () => {
    browser('granted')
    const store = createStore()
    await turnOnPush(store)
    await turnOffPush(store)
    expect(ended).toHaveLength(1)
    expect(vi.mocked(removeDevice).mock.calls.map(([id]) => id)).toEqual([5])
    expect(await checkedState()).toBe('off')
  })
})

describe('push at the sign-out', () => {
  beforeEach(() => useSession(crypto.randomUUID()))

  test.each([
    ['knows the device', async () => undefined],
    ['has forgotten it already', () => Promise.reject(new ApiError(404))],
  ])('unsubscribes and deletes the device; the server %s (R-107)', async (_what, answer) => {
    browser('granted')
    await checkedState()
    vi.mocked(removeDevice).mockImplementationOnce(answer)
    await leavePush()
    expect(ended).toEqual(['https://push.example/new'])
    expect(removeDevice).toHaveBeenCalledOnce()
    expect([await readDevice(), await devicesToDelete()]).toEqual([null, []])
  })

  test('deletes the device at the next start if offline (offline 13)', async () => {
    browser('granted')
    await checkedState()
    vi.mocked(removeDevice).mockRejectedValueOnce(new ApiError('unknown'))
    await leavePush()
    expect([ended.length, await readDevice(), await devicesToDelete()]).toEqual([1, null, [5]])
    browser('default')
    useSession('the next session')
    await checkedState()
    expect(removeDevice).toHaveBeenCalledTimes(2)
    expect(await devicesToDelete()).toEqual([])
  })

  test('does not delete a device that was registered again', async () => {
    browser('granted')
    await checkedState()
    vi.mocked(removeDevice).mockRejectedValue(new ApiError('unknown'))
    await leavePush()
    useSession('the next session')
    await checkedState()
    expect(await devicesToDelete()).toEqual([])
  })

  test('is not undone by a late check of the start', async () => {
    browser('granted')
    const late = checkedState()
    await leavePush()
    await late
    await checkedState()
    expect([current, await readDevice()]).toEqual([null, null])
  })
})
