import { vi } from 'vitest'
import { manifest } from '../../../extension/package/manifest.ts'
import { fakeLocks } from './fake-locks.ts'

export const SERVER = 'https://split.example'

type Listener = (...values: never[]) => unknown
type Open = (options: { url: string }) => Promise<object>
type Remove = (tabId: number) => Promise<void>

/** Event of the browser that a test can raise. */
function fakeEvent() {
  const listeners: Listener[] = []
  return {
    addListener: (listener: Listener) => listeners.push(listener),
    raise: (...values: unknown[]) => {
      for (const listener of listeners) listener(...(values as never[]))
    },
  }
}

export function fakePort(name: string) {
  return {
    name,
    onMessage: fakeEvent(),
    onDisconnect: fakeEvent(),
    postMessage: vi.fn<(message: string) => void>(),
  }
}

/** Storage of the extension in memory. Values are copied as in a browser. */
function fakeStorage(first: object) {
  const values = new Map<string, unknown>(Object.entries(first))
  const onChanged = fakeEvent()
  return {
    values,
    onChanged,
    get: async (key: string) =>
      values.has(key) ? { [key]: structuredClone(values.get(key)) } : {},
    set: async (items: object) => {
      for (const [key, value] of Object.entries(items)) values.set(key, structuredClone(value))
      onChanged.raise()
    },
    remove: async (keys: string[]) => {
      for (const key of keys) values.delete(key)
      onChanged.raise()
    },
  }
}

/** Imitates the browser around the extension: its interfaces, and a tab that is open. */
export function fakeExtension({
  tab,
  stored = {},
  collects,
}: {
  tab?: { url?: string; title?: string }
  stored?: object
  /** Kinds of data that the user of Firefox allows to collect. */
  collects?: string[]
} = {}) {
  const local = fakeStorage(stored)
  const port = fakePort('window')
  const browser = {
    local,
    port,
    tabs: {
      query: async () => [tab ?? {}],
      create: vi.fn<Open>(async () => ({})),
      remove: vi.fn<Remove>(),
    },
    windows: { create: vi.fn<Open>(async () => ({})) },
    contextMenus: {
      onClicked: fakeEvent(),
      create: vi.fn<(item: { title: string }) => void>(),
      removeAll: (then: () => void) => then(),
    },
    runtime: {
      onInstalled: fakeEvent(),
      onMessage: fakeEvent(),
      onConnect: fakeEvent(),
      connect: () => port,
      sendMessage: vi.fn<(message: unknown) => Promise<void>>(),
      getManifest: () => manifest('chrome', SERVER),
      getURL: (path: string) => `chrome-extension://id/${path}`,
    },
    permissions: { getAll: async () => (collects ? { data_collection: collects } : {}) },
  }
  vi.stubGlobal('chrome', { ...browser, storage: { local } })
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true })
  return browser
}

type Answer = Response | object | ((request: Request) => object | Promise<object>)

/**
 * Imitates the server for the extension: `{ 'POST /v2/my/links/': body }`. Requests without an
 * answer get a 404. Returns the requests in order.
 */
export function fakeServer(answers: Record<string, Answer>): Request[] {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    const request = new Request(url, init)
    requests.push(request.clone())
    const { pathname } = new URL(request.url)
    const found = answers[`${request.method} ${pathname}`] ?? Response.json({}, { status: 404 })
    const answer = typeof found === 'function' ? await found(request) : found
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  })
  return requests
}

export const ACCESS = { clientId: 'client', token: 'token-1', refreshToken: 'refresh-1' }
