// Test files that share a process share one simulated browser. Before each file, it becomes as it was
// at the start of the process.
import userEvent from '@testing-library/user-event'
import { afterAll } from 'vitest'

type Properties = Record<string, unknown>

type Listening = { target: EventTarget; args: Parameters<EventTarget['addEventListener']> }

type Watched = {
  /** Own properties of each lasting object at the start. */
  properties: Map<object, Map<string, PropertyDescriptor>>
  /** Values at the start of the global properties that keep their value behind a setter. */
  values: Map<string, unknown>
  listeners: Listening[]
  timers: Set<NodeJS.Timeout>
  channels: Set<BroadcastChannel>
  address: string
  viewport: { width: number; height: number }
}

declare const window: {
  happyDOM: {
    setURL(address: string): void
    setViewport(viewport: Watched['viewport']): void
  }
}

/** On the global object, because this module is loaded again for each file. */
const KEY = Symbol.for('split.shared-window')
const globals = globalThis as unknown as Properties & { [KEY]?: Watched }

/** Removes everything that earlier test files left in the simulated browser. */
export function restoreWindow() {
  // Some files run without a browser.
  if (typeof document === 'undefined') return
  const watched = (globals[KEY] ??= watchWindow())
  for (const timer of watched.timers) clearTimeout(timer)
  for (const channel of watched.channels) channel.close()
  for (const { target, args } of watched.listeners) {
    target.removeEventListener(args[0], args[1], args[2])
  }
  watched.timers.clear()
  watched.channels.clear()
  watched.listeners.length = 0
  for (const [object, properties] of watched.properties) restoreProperties(object, properties)
  for (const [name, value] of watched.values) {
    if (globals[name] !== value) Reflect.set(globals, name, value)
  }
  emptyDocument()
  // Emptying is not enough, because a spy on a method of the storage leaves something behind.
  for (const name of ['localStorage', 'sessionStorage']) globals[name] = new Storage()
  window.happyDOM.setURL(watched.address)
  window.happyDOM.setViewport(watched.viewport)
  watchTimers(watched)
}

function watchWindow(): Watched {
  const watched: Watched = {
    properties: new Map(),
    values: new Map(),
    listeners: [],
    timers: new Set(),
    channels: new Set(),
    address: location.href,
    viewport: { width: innerWidth, height: innerHeight },
  }
  // The package prepares the document once per process, which must last.
  void userEvent.pointer([])
  watchChannels(watched)
  watchListeners(watched)
  for (const object of lastingObjects()) {
    watched.properties.set(object, new Map(ownProperties(object)))
  }
  for (const [name, property] of ownProperties(globalThis)) {
    if ('set' in property) watched.values.set(name, globals[name])
  }
  return watched
}

/**
 * Watches timers until the end of the file. Between files, the test runner takes the global
 * functions for its own timers.
 */
function watchTimers({ timers }: Watched) {
  const originals = { setTimeout, setInterval }
  for (const [name, start] of Object.entries(originals)) {
    const watching = (...args: Parameters<typeof setTimeout>) => {
      const timer = start(...args)
      timers.add(timer)
      return timer
    }
    globals[name] = Object.assign(watching, start)
  }
  afterAll(() => {
    Object.assign(globals, originals)
  })
}

function watchChannels({ channels }: Watched) {
  const Original = BroadcastChannel
  globals['BroadcastChannel'] = class BroadcastChannel extends Original {
    constructor(name: string) {
      super(name)
      channels.add(this)
    }
  }
}

/** Watches the listeners of what lasts. Other elements disappear with their listeners. */
function watchListeners({ listeners }: Watched) {
  for (const target of [globalThis as EventTarget, document, ...lastingElements()]) {
    const add = target.addEventListener.bind(target)
    target.addEventListener = function addEventListener(...args: Listening['args']) {
      listeners.push({ target, args })
      add(...args)
    }
  }
}

const lastingElements = () => [document.documentElement, document.head, document.body]

function lastingObjects(): Set<object> {
  const objects = new Set<object>([globalThis, document, navigator, history, location, screen])
  for (const element of lastingElements()) objects.add(element)
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = valueOf(name)
    if (typeof value !== 'function') continue
    objects.add(value)
    const { prototype } = value as { prototype?: object }
    if (prototype) objects.add(prototype)
  }
  return objects
}

function valueOf(name: string): unknown {
  try {
    return globals[name]
  } catch {
    return undefined
  }
}

const ownProperties = (object: object) => Object.entries(Object.getOwnPropertyDescriptors(object))

function restoreProperties(object: object, before: Map<string, PropertyDescriptor>) {
  for (const name of Object.getOwnPropertyNames(object)) {
    if (!before.has(name)) Reflect.deleteProperty(object, name)
  }
  for (const [name, descriptor] of before) {
    const now = Object.getOwnPropertyDescriptor(object, name)
    if (now && isSame(now, descriptor)) continue
    Reflect.defineProperty(object, name, descriptor)
  }
}

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor) =>
  Object.is(one.value, other.value) && one.get === other.get && one.set === other.set

function emptyDocument() {
  for (const element of lastingElements()) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const text of document.cookie.split('; ')) {
    document.cookie = `${text.split('=')[0]}=; max-age=0; path=/`
  }
}
