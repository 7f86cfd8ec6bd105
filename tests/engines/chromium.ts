import { chromium, type Page } from '@playwright/test'
import { WINDOW, type Engine, type Key, type Point } from './engine.ts'

/**
 * Start of Chromium's user agent. A headless browser announces itself as such, and the server would
 * treat it as a bot.
 */
const BEFORE = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'

/** Returns the user agent of a version with a window. */
export const userAgentOf = (version: string) => `${BEFORE} Chrome/${version} Safari/537.36`

export const CHROMIUM_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium, controlled with Playwright like the end-to-end tests. */
export class Chromium implements Engine {
  protected page: Page
  readonly #end: () => Promise<void>

  protected constructor(page: Page, end: () => Promise<void>) {
    this.page = page
    this.#end = end
  }

  static async launch(program: string): Promise<Chromium> {
    const browser = await chromium.launch({ executablePath: program, args: CHROMIUM_ARGS })
    const userAgent = userAgentOf(browser.version())
    const page = await browser.newPage({ viewport: WINDOW, userAgent })
    return new Chromium(page, () => browser.close())
  }

  async open(url: string) {
    await this.page.goto(url)
  }

  async evaluate(expression: string) {
    return String(await this.page.evaluate(expression))
  }

  async tap({ x, y }: Point, button: 'left' | 'right' = 'left') {
    await this.page.mouse.click(x, y, { button })
  }

  async press(key: Key) {
    await this.page.keyboard.press(key)
  }

  async type(text: string) {
    await this.page.keyboard.type(text)
  }

  screenshot() {
    return this.page.screenshot()
  }

  async close() {
    await this.#end()
  }
}
