import type { Page } from '@playwright/test'

type Heard = { text: string; at: number }
declare global {
  interface Window {
    heardLines?: Heard[]
  }
}

/**
 * Records the texts of status messages and alerts until the page is reloaded. They disappear on
 * their own, and on a busy machine a test may look too late.
 */
export async function listen(page: Page) {
  await page.evaluate(() => {
    const heard: Heard[] = (window.heardLines = [])
    const last = new WeakMap<Element, string>()
    const write = () => {
      for (const line of document.querySelectorAll('[role="alert"], [role="status"]')) {
        const text = line.textContent
        if (text === (last.get(line) ?? '')) continue
        last.set(line, text)
        heard.push({ text, at: performance.now() })
      }
    }
    write()
    const all = { subtree: true, childList: true, characterData: true }
    new MutationObserver(write).observe(document.body, all)
  })
  const lines = () => page.evaluate(() => window.heardLines ?? [])
  return {
    lines: async () => (await lines()).map(({ text }) => text),
    /**
     * Returns how long the first message with this text was shown, in milliseconds. Undefined if it
     * is still shown or never appeared.
     */
    async stood(text: string) {
      const all = await lines()
      const from = all.findIndex((line) => line.text === text)
      const [began, ended] = all.slice(from < 0 ? all.length : from)
      return began && ended && ended.at - began.at
    },
    forget: () => page.evaluate(() => void window.heardLines?.splice(0)),
  }
}
