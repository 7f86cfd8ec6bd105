import { vi } from 'vitest'
import type { MessageToPage } from '#contract/messages.ts'

export type Shown = { title: string; tag?: string; body?: string; data?: unknown; close(): void }

type Handler = (event: object) => void

/** Event that collects the promises passed to `waitUntil`. */
class FakeEvent {
  readonly #waiting: Promise<unknown>[] = []

  constructor(more: object = {}) {
    Object.assign(this, more)
  }

  waitUntil(work: Promise<unknown>) {
    this.#waiting.push(work)
  }

  /** Waits for all work. Work may add more work, so the list can grow meanwhile. */
  async ended() {
    for (const work of this.#waiting) await work
  }
}

/**
 * Starts the worker's modules in a fake global scope with the functions they use. No browser is
 * needed.
 */
export async function startWorker(modules: string[], { active = null as object | null } = {}) {
  const handlers = new Map<string, Handler[]>()
  const posted: MessageToPage[] = []
  const skipWaiting = vi.fn<() => Promise<void>>(async () => {})
  const claim = vi.fn<() => Promise<void>>(async () => {})
  const page = { postMessage: (message: MessageToPage) => posted.push(message) }
  const shown: Shown[] = []
  const opened: string[] = []
  const windows: object[] = [page]

  vi.resetModules()
  const caches = fakeCaches()
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('ExtendableEvent', FakeEvent)
  vi.stubGlobal('FetchEvent', FakeEvent)
  vi.stubGlobal('registration', { scope: `${location.origin}/`, active })
  vi.stubGlobal('self', {
    location,
    caches,
    registration: { scope: `${location.origin}/`, active, ...notifications(shown) },
    clients: {
      matchAll: async () => windows,
      openWindow: async (path: string) => void opened.push(path),
      claim,
    },
    skipWaiting,
    __WB_DISABLE_DEV_LOGS: true,
    addEventListener: (type: string, handler: Handler) =>
      handlers.set(type, [...(handlers.get(type) ?? []), handler]),
    __WB_MANIFEST: [
      { url: 'index.html', revision: '1' },
      { url: 'assets/links-12345678.js', revision: null },
    ],
  })
  for (const name of modules) await import(`../../../sw/${name}.ts`)

  /** Runs the handlers of this event and all work they started with `waitUntil`. */
  async function dispatch(type: string, more: object = {}) {
    const event = new FakeEvent({ type, ...more })
    for (const handle of handlers.get(type) ?? []) handle(event)
    await event.ended()
  }

  /**
   * Dispatches a fetch event. The response is undefined if the worker does not handle the request.
   * `ended` waits for the remaining work.
   */
  function fetchThrough(request: Request) {
    const state: { response?: Promise<Response> } = {}
    const respondWith = (answer: Promise<Response>) => (state.response ??= answer)
    const event = new FakeEvent({ type: 'fetch', request, respondWith })
    for (const handle of handlers.get('fetch') ?? []) handle(event)
    const ended = async () => {
      await state.response?.catch(() => undefined)
      await event.ended()
    }
    return { response: state.response, ended }
  }

  return { dispatch, fetchThrough, posted, shown, opened, windows, skipWaiting, claim }
}

/** Replaces an earlier notification with the same tag, as a browser does. */
const notifications = (shown: Shown[]) => ({
  async showNotification(title: string, options: Omit<Shown, 'title' | 'close'> = {}) {
    const same = shown.findIndex(({ tag }) => tag !== undefined && tag === options.tag)
    if (same !== -1) shown.splice(same, 1)
    const one: Shown = { title, ...options, close: () => void shown.splice(shown.indexOf(one), 1) }
    shown.push(one)
  },
  getNotifications: async () => [...shown],
})

const address = (key: Request | string) =>
  new URL(typeof key === 'string' ? key : key.url, location.origin).href

/** In-memory caches with the methods that Workbox uses. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, entries)
    return {
      match: async (key: Request | string) => entries.get(address(key))?.clone(),
      put: async (key: Request | string, response: Response) =>
        void entries.set(address(key), response),
      delete: async (key: Request | string) => entries.delete(address(key)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    }
  }
  return {
    open,
    keys: async () => [...stores.keys()],
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    match: async (key: Request | string, { cacheName = '' } = {}) =>
      (await open(cacheName)).match(key),
  }
}

/** Returns a navigation request. happy-dom does not accept this mode in the constructor. */
export function navigation(path: string): Request {
  const request = new Request(new URL(path, location.origin))
  Object.defineProperty(request, 'mode', { value: 'navigate' })
  return request
}

export const cachedAddresses = async () => {
  const names = await caches.keys()
  const all = await Promise.all(
    names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
  )
  return all.flat()
}
