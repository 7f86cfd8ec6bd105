import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type CDPSession } from '@playwright/test'
import { CHROMIUM_ARGS, Chromium, userAgentOf } from '../chromium.ts'
import { WINDOW, type Point } from '../engine.ts'
import { found, type ExtensionBrowser } from './extension-browser.ts'
import { unpackPackage } from './package.ts'
import { TargetSession } from './target-session.ts'

/** Chromium with the extension. The toolbar's button is pressed through the DevTools protocol. */
export class ChromiumExtension extends Chromium implements ExtensionBrowser {
  readonly #context: BrowserContext
  readonly #devTools: CDPSession
  readonly #id: string
  #theme: Theme = 'light'

  private constructor(context: BrowserContext, devTools: CDPSession, id: string, home: string) {
    const [page] = context.pages()
    if (!page) throw new Error('no tab')
    super(page, async () => {
      await context.close()
      await rm(home, { recursive: true, force: true })
    })
    this.#context = context
    this.#devTools = devTools
    this.#id = id
  }

  static override async launch(program: string, origin = ''): Promise<ChromiumExtension> {
    const home = await mkdtemp(join(tmpdir(), 'split-extension-'))
    const folder = await unpackPackage(origin, 'chrome', home)
    const context = await chromium.launchPersistentContext(join(home, 'profile'), {
      executablePath: program,
      viewport: WINDOW,
      userAgent: userAgentOf('156'),
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [
        ...CHROMIUM_ARGS,
        `--load-extension=${folder}`,
        `--disable-extensions-except=${folder}`,
        // Allows to press the button.
        '--enable-unsafe-extension-debugging',
      ],
    })
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const devTools = await context.browser()?.newBrowserCDPSession()
    if (!devTools) throw new Error('no DevTools')
    return new ChromiumExtension(context, devTools, new URL(worker.url()).host, home)
  }

  async pressButton() {
    const { targetInfos } = await this.#devTools.send('Target.getTargets', {
      filter: [{ type: 'tab' }],
    })
    const tab = targetInfos.find(({ url }) => url === this.page.url())
    // The types of Playwright do not know this command yet.
    const send = this.#devTools.send.bind(this.#devTools) as unknown as Send
    await send('Extensions.triggerAction', { id: this.#id, targetId: tab?.targetId ?? '' })
  }

  /** Sets the theme of the popup and of the current tab. */
  async setTheme(theme: Theme) {
    this.#theme = theme
    await this.page.emulateMedia({ colorScheme: theme })
  }

  /** Opens the settings of the extension in the current tab. */
  async openOptions() {
    await this.open(`chrome-extension://${this.#id}/options.html`)
  }

  async evaluateInPopup(expression: string) {
    const popup = await this.#popup()
    return popup.evaluate(expression)
  }

  async clickInPopup({ x, y }: Point) {
    const popup = await this.#popup()
    await popup.click({ x, y })
  }

  async switchTab(start: string) {
    this.page = await found(`a tab at ${start}`, async () =>
      this.#context.pages().find((page) => page.url().startsWith(start)),
    )
  }

  async tabs() {
    return this.#context.pages().map((page) => page.url())
  }

  async clipboard() {
    await this.#context.grantPermissions(['clipboard-read'])
    await this.page.bringToFront()
    return this.evaluate('navigator.clipboard.readText()')
  }

  async #popup(): Promise<TargetSession> {
    const address = `chrome-extension://${this.#id}/popup.html`
    const { targetInfos } = await this.#devTools.send('Target.getTargets')
    const target = targetInfos.find(({ url }) => url === address)
    if (!target) throw new Error('The popup is closed.')
    const popup = await TargetSession.attach(this.#devTools, target.targetId)
    await popup.setTheme(this.#theme)
    return popup
  }
}

export type Theme = 'light' | 'dark'
type Send = (method: string, parameters: object) => Promise<unknown>
