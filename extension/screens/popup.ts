import { accessToken } from '../account/access.ts'
import { startSignIn } from '../account/sign-in.ts'
import { createLink, isLinkable, type NewLink } from '../api/links.ts'
import type { Problem } from '../api/problem.ts'
import { ADDRESS_PARAM, LINK_CREATED, WINDOW_PORT } from '../messages.ts'
import { productName, serverHost } from '../server-address.ts'
import {
  commissionText,
  findShop,
  isStale,
  loadShops,
  savedShops,
  type Shop,
} from '../shops/shops.ts'
import { attempt } from './attempt.ts'
import { alertOf, announce, button, element, link, show, text } from './elements.ts'

/** Page for which a link can be created. */
type Page = { title: string; address: string }

/** Connection that tells the background what happens in this window. */
let port: chrome.runtime.Port | undefined

async function start(): Promise<void> {
  const page = await requestedPage()
  if (page === undefined) return showUnlinkable()
  if ((await accessToken()) === undefined) return showSignedOut()
  port = chrome.runtime.connect({ name: WINDOW_PORT })
  await showPage(page)
  await refreshShops(page)
}

/** Returns the page that the context menu names, or that of the tab; undefined for other pages. */
async function requestedPage(): Promise<Page | undefined> {
  const named = new URLSearchParams(location.search).get(ADDRESS_PARAM)
  if (named !== null) return toPage(named, undefined)
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  return toPage(tab?.url ?? '', tab?.title)
}

function toPage(address: string, title: string | undefined): Page | undefined {
  if (!isLinkable(address)) return undefined
  const { host } = new URL(address)
  return { address, title: title === undefined || title === '' ? host : title }
}

function showUnlinkable(): void {
  const why = 'This page belongs to the browser. Open a product page and try again.'
  show([heading('This page can’t be linked'), text(why), foot()])
}

function showSignedOut(problem?: Problem): void {
  const signIn = button('Sign in', 'primary', () => attempt(startSignIn, showSignedOut))
  const why = `Sign in to ${serverHost()} once. Then create a link on any page with two clicks.`
  const note = problem ? alertOf(problem.message) : text(why)
  show([heading(`Your ${productName()} links, from any page`), note, signIn, foot()], signIn)
}

async function showPage(page: Page, problem?: Problem): Promise<void> {
  const create = button('Create link', 'create', () => createFor(page))
  const { host } = new URL(page.address)
  const where = page.title === host ? [] : [text(host)]
  const note = problem ? [alertOf(problem.message)] : []
  const shop = shopLine(page, (await savedShops())?.shops)
  show([heading(page.title), ...where, shop, ...note, create, foot()], create)
}

/** Says what the shop pays; empty while the list of shops is not known. */
function shopLine({ address }: Page, shops: readonly Shop[] | undefined): HTMLElement {
  const shop = findShop(shops ?? [], address)
  const words = shop ? commissionText(shop) : NO_SHOP
  return element('p', { class: shop ? 'shop money' : 'shop' }, shops ? words : '')
}

const NO_SHOP = 'This shop pays no commission. The link counts clicks.'

/** Loads the list of shops again if it is old, and shows the result unless a link was created. */
async function refreshShops(page: Page): Promise<void> {
  if (!isStale(await savedShops(), Date.now())) return
  await attempt(
    async () => {
      const { shops } = await loadShops()
      document.querySelector('.shop')?.replaceWith(shopLine(page, shops))
    },
    () => undefined,
  )
}

async function createFor(page: Page): Promise<void> {
  await attempt(
    async () => {
      const created = await createLink(page.address)
      port?.postMessage(LINK_CREATED)
      await showCreated(created)
    },
    (problem) => (problem.remedy === 'sign-in' ? showSignedOut(problem) : showPage(page, problem)),
  )
}

async function showCreated({ address, appAddress }: NewLink): Promise<void> {
  const isCopied = await copy(address)
  const title = isCopied ? 'Link created and copied' : 'Link created'
  const again = button('Copy link', 'primary', async () => {
    if (!(await copy(address))) return
    again.textContent = 'Copied'
    announce('Link copied')
  })
  const shown = element('p', { class: 'address', translate: 'no' }, address)
  show([heading(title), shown, again, link(`Edit in ${productName()}`, appAddress), foot()], again)
  announce(title)
}

/** Copies a text. Returns whether the browser allowed it; it may refuse after a slow answer. */
const copy = (value: string): Promise<boolean> =>
  navigator.clipboard.writeText(value).then(
    () => true,
    () => false,
  )

const heading = (title: string) => element('h1', {}, title)
const foot = () => element('footer', {}, link('Settings', chrome.runtime.getURL('options.html')))

void start()
