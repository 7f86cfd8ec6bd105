import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Worker = EventTarget & { state: string; postMessage: (message: unknown) => void }
class FakeRegistration extends EventTarget {
  waiting: Worker | null = null
  installing: Worker | null = null
  update = vi.fn<() => Promise<void>>(async () => {})
}
class FakeContainer extends EventTarget {
  controller: object | null = null
  registration = new FakeRegistration()
  getRegistration = async () => this.registration
}

const reload = vi.fn<() => void>()
const reloadByItself = vi.fn<() => boolean>()
vi.mock('./reload.ts', () => ({ reload: () => reload(), reloadByItself: () => reloadByItself() }))

const postMessage = vi.fn<(message: unknown) => void>()
const worker = (state: string): Worker => Object.assign(new EventTarget(), { state, postMessage })

let container: FakeContainer
let store: ReturnType<typeof createStore>
let stop: (() => void) | undefined

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  reload.mockReset()
  reloadByItself.mockReset().mockReturnValue(true)
  postMessage.mockReset()
  container = new FakeContainer()
  store = createStore()
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
})
afterEach(() => {
  stop?.()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

async function follow() {
  const update = await import('./update.ts')
  stop = update.followUpdates(store)
  return update
}
async function makeUnsaved() {
  const { addUnsaved } = await import('../dialog/unsaved.ts')
  store.set(addUnsaved, { id: Symbol('form'), within: 'dialog', discard: () => undefined })
}
function takeOver() {
  container.controller = worker('activated')
  container.dispatchEvent(new Event('controllerchange'))
}

const showTab = () => document.dispatchEvent(new Event('visibilitychange'))

test('the first install causes no reload (offline 22)', async () => {
  await follow()
  takeOver()
  expect(reloadByItself).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})

test('a tab that saw the first install follows the next update', async () => {
  await follow()
  takeOver()
  takeOver()
  expect(reloadByItself).toHaveBeenCalledOnce()
})

test('an update taken in another tab reloads this one once (R-612, offline 3)', async () => {
  container.controller = worker('activated')
  await follow()
  takeOver()
  takeOver()
  expect(reloadByItself).toHaveBeenCalledOnce()
})

test('a tab with unsaved text keeps its page and shows the bar (offline 3, 21)', async () => {
  container.controller = worker('activated')
  const { updateAtom } = await follow()
  await makeUnsaved()
  takeOver()
  expect(reloadByItself).not.toHaveBeenCalled()
  expect(store.get(updateAtom)).toBe('taken')
})

test('a tab that has just reloaded shows the bar instead of reloading (offline 2)', async () => {
  container.controller = worker('activated')
  reloadByItself.mockReturnValue(false)
  const { updateAtom } = await follow()
  takeOver()
  expect(store.get(updateAtom)).toBe('taken')
})

test('one tap activates the waiting version and reloads once', async () => {
  container.controller = worker('activated')
  container.registration.waiting = worker('installed')
  const { takeUpdate } = await follow()
  await takeUpdate()
  expect(postMessage).toHaveBeenCalledWith({ type: 'skip-waiting' })
  expect(reload).not.toHaveBeenCalled()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
  expect(reloadByItself).not.toHaveBeenCalled()
})

test('the tap also reloads a tab with unsaved text', async () => {
  container.controller = worker('activated')
  container.registration.waiting = worker('installed')
  const { takeUpdate } = await follow()
  await makeUnsaved()
  await takeUpdate()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

test('the tap reloads even if the new version does not activate', async () => {
  container.registration.waiting = worker('installed')
  const { takeUpdate } = await follow()
  await takeUpdate()
  await vi.advanceTimersByTimeAsync(4000)
  expect(reload).toHaveBeenCalledOnce()
})

test('the reload button checks for a version and always reloads (R-612)', async () => {
  const { reloadApp } = await follow()
  await reloadApp()
  expect(container.registration.update).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})

test('the reload button does not wait for an unreachable server', async () => {
  container.registration.update.mockReturnValue(new Promise(() => {}))
  const { reloadApp } = await follow()
  void reloadApp()
  await vi.advanceTimersByTimeAsync(3000)
  expect(reload).toHaveBeenCalledOnce()
})

test('the reload button activates the version that it found', async () => {
  const found = worker('installing')
  const { registration } = container
  registration.update.mockImplementation(async () => void (registration.installing = found))
  const { reloadApp } = await follow()
  void reloadApp()
  await vi.advanceTimersByTimeAsync(1000)
  registration.waiting = found
  found.state = 'installed'
  found.dispatchEvent(new Event('statechange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(postMessage).toHaveBeenCalledWith({ type: 'skip-waiting' })
})

test('a new version is checked hourly and on returning to the tab', async () => {
  const { setRegistration } = await follow()
  setRegistration(container.registration as unknown as ServiceWorkerRegistration)
  const { update } = container.registration
  showTab()
  await vi.advanceTimersByTimeAsync(0)
  expect(update).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  showTab()
  await vi.advanceTimersByTimeAsync(0)
  expect(update).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(update).toHaveBeenCalledTimes(2)
})

test('without service workers the reload button still reloads (offline 31)', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  const { reloadApp } = await import('./update.ts')
  await reloadApp()
  expect(reload).toHaveBeenCalledOnce()
})

test('a database upgraded by another tab asks for a reload, also without workers (offline 27)', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  const { followMirror, updateAtom } = await import('./update.ts')
  const { setMirrorHealth } = await import('#mirror/store/storage-health.ts')
  stop = followMirror(store)
  setMirrorHealth('full')
  expect(store.get(updateAtom)).toBe('none')
  setMirrorHealth('outdated')
  expect(store.get(updateAtom)).toBe('taken')
})

test('a new version activated during the start is noticed (offline 3)', async () => {
  container.controller = worker('activated')
  const { catchWorker } = await import('./early-worker.ts')
  catchWorker()
  takeOver()
  await follow()
  expect(reloadByItself).toHaveBeenCalledOnce()
})

test('a first worker activated during the start causes no reload (offline 22)', async () => {
  const { catchWorker } = await import('./early-worker.ts')
  catchWorker()
  takeOver()
  await follow()
  expect(reloadByItself).not.toHaveBeenCalled()
})
