import { isServerSurface } from '#contract/surfaces.ts'
import { ADDRESS, button, PASSWORD } from './steps-links.ts'
import { expectGone } from './steps-people.ts'
import type { World } from './world.ts'

export async function dialogsByKeys({ visitor }: World) {
  await visitor.open('/splitlinks')
  await visitor.sees(button('Brass lamp'))
  await visitor.ask('person.find({ role: "button", name: "Brass lamp" })[0].focus()')
  await visitor.press('Enter')
  await visitor.sees({ role: 'dialog' })
  const isInside = 'document.activeElement.closest("dialog[open]") !== null'
  await visitor.holds(isInside)
  // Tab through the whole dialog. The page behind it takes no focus.
  for (let tabs = 0; tabs < 20; tabs += 1) {
    await visitor.press('Tab')
    await visitor.holds(`${isInside} || document.activeElement === document.body`)
  }
  await visitor.press('Escape')
  await visitor.misses({ role: 'dialog' })
  await visitor.holds('person.focused() === "Brass lamp"')
}

type Permission = 'default' | 'denied' | 'granted'

const NOTIFICATIONS = { role: 'link', name: /^Notifications/ }

/**
 * Fakes the notification permission and the user's answer to the prompt, then opens the
 * notification settings.
 */
async function permission({ visitor }: World, first: Permission, said: Permission = first) {
  await visitor.sees(NOTIFICATIONS)
  await visitor.ask(`(() => {
    let now = ${JSON.stringify(first)}
    Object.defineProperty(Notification, 'permission', { get: () => now, configurable: true })
    Notification.requestPermission = async () => (now = ${JSON.stringify(said)})
    // No push service can be reached.
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError'))
  })()`)
  await visitor.tap(NOTIFICATIONS)
}

export const IS_SAFARI = '/Safari/.test(navigator.userAgent) && !/Chrome/.test(navigator.userAgent)'
const ON_THIS_DEVICE = { role: 'switch', name: 'On this device' }
const BLOCKED = { text: /This browser blocks notifications from this site/ }

export async function notifications(world: World) {
  const { visitor } = world
  const back = () => visitor.tap({ role: 'link', name: 'Back' })
  await visitor.open('/settings')
  if (await visitor.ask<boolean>(IS_SAFARI)) {
    await visitor.tap(NOTIFICATIONS)
    // Safari gets an explanation instead of the switch, because the server's messages do not
    // support its push service.
    await visitor.sees({ text: /Safari cannot receive them from us/ })
    await visitor.misses(ON_THIS_DEVICE)
    return
  }
  await permission(world, 'denied')
  await visitor.sees(BLOCKED)
  await visitor.misses(ON_THIS_DEVICE)
  await back()
  await permission(world, 'default', 'denied')
  await visitor.tap(ON_THIS_DEVICE)
  await visitor.sees(BLOCKED)
  await back()
  await permission(world, 'default', 'granted')
  await visitor.tap(ON_THIS_DEVICE)
  await visitor.sees({ text: 'Not switched on. Check your connection and try again.' })
}

export async function clipboardRefused({ visitor }: World) {
  await visitor.open('/splitlinks')
  await visitor.sees(button('Brass lamp'))
  await visitor.ask(`(() => {
    const refuse = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
    Object.defineProperty(navigator, 'clipboard', { value: { write: refuse, writeText: refuse } })
    document.execCommand = () => false
  })()`)
  await visitor.tap(button(/^Copy link.*Brass lamp/))
  await visitor.hears('Could not copy. Select the text and copy it.')
}

export async function signOut(world: World) {
  const { visitor } = world
  const token = await world.token()
  await visitor.open('/settings')
  await visitor.tap({ role: 'link', name: 'Log out' })
  await visitor.sees(button('Sign in'))
  await expectGone(world, token)
  // Going back shows earlier pages, which some browsers keep in memory (back/forward cache).
  await visitor.ask('void (globalThis.isLogin = true, history.go(-2))')
  await visitor.holds('globalThis.isLogin === undefined')
  await visitor.sees(button('Sign in'))
  await expectGone(world, token)
}

/**
 * Unregisters the service worker and deletes its caches, as in a browser that has never visited the
 * app.
 */
export const forgetWorker = ({ visitor }: World) =>
  visitor.ask(`(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })()`)

/** Runs before all other scripts of the page. */
const NO_DATABASE = `IDBFactory.prototype.open = () => {
  throw new DOMException('Internal error', 'UnknownError')
}`

export async function storageRefused({ visitor, network, server, email }: World) {
  network.rule(async ({ method, pathname, search, headers }) => {
    if (pathname === '/no-database.js')
      return { headers: { 'Content-Type': 'text/javascript' }, body: NO_DATABASE }
    const isPage = !isServerSurface(pathname) || pathname === '/index.html'
    if (method !== 'GET' || !isPage) return undefined
    const page = await fetch(server.origin + pathname + search, { headers, redirect: 'manual' })
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    const html = await page.text()
    return {
      status: page.status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
      body: html.replace('<head>', '<head><script src="/no-database.js"></script>'),
    }
  })
  await visitor.open('/splitlinks')
  await visitor.write({ label: 'Email' }, email)
  await visitor.write({ label: 'Password' }, PASSWORD)
  await visitor.tap(button('Sign in'))
  await visitor.sees(button('Copper lamp'))
  await visitor.open('/splitlinks?create_split_link=1')
  await visitor.write(ADDRESS, 'https://shop.example/typed')
  await visitor.open('/splitlinks?create_split_link=1')
  await visitor.holds('(() => { try { return !indexedDB.open("probe") } catch { return true } })()')
  await visitor.reads(ADDRESS, 'https://shop.example/typed')
}
