import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { describe, expect, test } from 'vitest'
import { TOKEN_HEADER, V2 } from '#contract/app-constants.ts'
import { violationsIn } from './extension/accessible.ts'
import { ChromiumExtension } from './extension/chromium-extension.ts'
import { found, type ExtensionBrowser } from './extension/extension-browser.ts'
import { FirefoxExtension } from './extension/firefox-extension.ts'
import { Popup } from './extension/popup.ts'
import { isHere } from './launch.ts'
import { button, signUp } from './steps-links.ts'
import { World } from './world.ts'

/** Starts a browser with the extension of the server at `origin`. */
type Launch = (origin: string) => Promise<ExtensionBrowser>

const BROWSERS: Record<'chromium' | 'firefox', Launch> = {
  chromium: (origin) => ChromiumExtension.launch(process.env['E2E_BROWSER'] ?? '', origin),
  firefox: (origin) => FirefoxExtension.launch(process.env['E2E_FIREFOX'] ?? '', origin),
}

describe.each(['chromium', 'firefox'] as const)('the extension in %s', (name) => {
  test.runIf(isHere(name))('signs in, and links the page of the tab', async () => {
    let browser: ExtensionBrowser | undefined
    const world = await World.make(async (origin) => (browser = await BROWSERS[name](origin)))
    try {
      if (!browser) throw new Error('no browser')
      await signUp(world)
      await signIn(world, browser)
      const address = await linkProduct(browser)
      await world.visitor.open('/')
      const [link] = await world.links()
      expect(link).toMatchObject({ url: world.shop.product('Oak arc lamp'), split_url: address })
      expect(await browser.clipboard()).toBe(address)
      await found('three reports', async () => reports(world).length >= 3 || undefined)
      await found('stored reports', async () => {
        const actions = new Set(await reportedActions(world))
        return EXPECTED.every((action) => actions.has(action)) || undefined
      })
    } finally {
      await world.end()
    }
  })
})

describe('the windows of the extension', () => {
  test.runIf(isHere('chromium'))('are accessible in both themes', async () => {
    let browser: ChromiumExtension | undefined
    const world = await World.make(
      async (origin) =>
        (browser = await ChromiumExtension.launch(process.env['E2E_BROWSER'] ?? '', origin)),
    )
    try {
      if (!browser) throw new Error('no browser')
      const popup = new Popup(browser)
      await signUp(world)
      await browser.openOptions()
      expect(await inOptions(browser), 'settings before the sign-in').toEqual([])
      await browser.pressButton()
      await popup.sees('This page can’t be linked')
      expect(await inPopup(browser), 'no page to link').toEqual([])
      await browser.open(world.shop.product('Oak arc lamp'))
      await browser.pressButton()
      await popup.sees('Sign in to')
      expect(await inPopup(browser), 'signed out').toEqual([])
      await signIn(world, browser)
      await browser.pressButton()
      await popup.sees('Oak arc lamp')
      expect(await inPopup(browser), 'page to link').toEqual([])
      await popup.press('Create link')
      await popup.sees('Link created')
      expect(await inPopup(browser), 'created link').toEqual([])
      await browser.openOptions()
      expect(await inOptions(browser), 'settings').toEqual([])
    } finally {
      await world.end()
    }
  })
})

/** Returns the violations in the open popup, in both themes. */
const inPopup = (browser: ChromiumExtension) =>
  inBothThemes(browser, (expression) => browser.evaluateInPopup(expression))

/** Returns the violations in the settings of the extension, in both themes. */
const inOptions = (browser: ChromiumExtension) =>
  inBothThemes(browser, (expression) => browser.evaluate(expression))

async function inBothThemes(
  browser: ChromiumExtension,
  evaluate: (expression: string) => Promise<string>,
): Promise<unknown[]> {
  const found: unknown[] = []
  for (const theme of ['light', 'dark'] as const) {
    await browser.setTheme(theme)
    found.push(...(await violationsIn(evaluate)))
  }
  return found
}

const EXPECTED = ['installed', 'opened', 'link_created']

/** Signs in from the popup. The tab of the sign-in closes itself. */
async function signIn({ visitor, shop, network }: World, browser: ExtensionBrowser) {
  const popup = new Popup(browser)
  await browser.open(shop.product('Oak arc lamp'))
  await browser.pressButton()
  await popup.press('Sign in')
  await browser.switchTab(`${network.origin}/connect-app`)
  await visitor.tap(button('Allow'))
  await found('the end of the sign-in', async () => {
    const tabs = await browser.tabs()
    return tabs.every((url) => !url.startsWith(network.origin)) || undefined
  })
  await browser.switchTab(shop.origin)
}

/** Creates a link with the button of the toolbar and returns its address. */
async function linkProduct(browser: ExtensionBrowser): Promise<string> {
  const popup = new Popup(browser)
  await browser.pressButton()
  await popup.press('Create link')
  await popup.sees('Link created and copied')
  return browser.evaluateInPopup("document.querySelector('.address').textContent")
}

/** Returns the requests that report an action. */
const reports = ({ network }: World) =>
  network.seen.filter(({ method, pathname }) => method === 'POST' && pathname === '/v1/action_ext')

/** Returns the actions that the server has stored, from the archive of the user's data. */
async function reportedActions(world: World): Promise<string[]> {
  const token = await world.token()
  const send = (method: string, path: string) =>
    fetch(world.server.origin + path, { method, headers: { [TOKEN_HEADER]: token } })
  await send('POST', ARCHIVE)
  const url = await found('the archive', async () => {
    const { result } = (await (await send('GET', ARCHIVE)).json()) as Archive
    return result?.url ?? undefined
  })
  const { pathname } = new URL(url, world.server.origin)
  const bytes = new Uint8Array(await (await send('GET', pathname)).arrayBuffer())
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()
  const entry = entries.find(({ filename }) => filename === 'extension-actions.json')
  if (!entry || entry.directory) throw new Error('The archive has no actions.')
  const archive = JSON.parse(await entry.getData(new TextWriter())) as Actions
  return archive.extension_actions.map(({ action }) => action)
}

const ARCHIVE = `${V2}/account/download/`
type Actions = { extension_actions: { action: string }[] }
type Archive = { result: { url: string | null } | null }
