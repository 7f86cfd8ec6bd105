import { chromium, type Browser, type Page } from '@playwright/test'
import { WINDOW, type Engine, type Key, type Point } from './engine.ts'

/**
 * Start of Chromium's user agent. A headless browser announces itself as such, and the server would
 * treat it as a bot.
 */
const BEFORE = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'

/** Chromium, controlled with Playwright like the end-to-end tests. */
export class Chromium implements Engine {
  readonly #browser: Browser
  readonly #page: Page

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
  }

  static async launch(program: string): Promise<Chromium> {
    const args = ['--disable-background-networking', '--disable-component-update', '--disable-sync']
    const browser = await chromium.launch({ executablePath: program, args })
    const userAgent = `${BEFORE} Chrome/${browser.version()} Safari/537.36`
    return new Chromium(browser, await browser.newPage({ viewport: WINDOW, userAgent }))
  }

  async open(url: string) {
    await this.#page.goto(url)
  }

  async evaluate(expression: string) {
    return String(await this.#page.evaluate(expression))
  }

  async tap({ x, y }: Point, button: 'left' | 'right' = 'left') {
    await this.#page.mouse.click(x, y, { button })
  }

  async press(key: Key) {
    await this.#page.keyboard.press(key)
  }

  async type(text: string) {
    await this.#page.keyboard.type(text)
  }

  screenshot() {
    return this.#page.screenshot()
  }

  async close() {
    await this.#browser.close()
  }
}
