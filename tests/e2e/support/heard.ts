import type { Page } from '@playwright/test'

type Heard = { text: string; at: number }
declare global {
  interface Window {
    heardLines?: Heard[]
  }
}

/**
 * Writes down what status lines and alerts say from now on, until the page is loaded anew. Such a line
 * goes by itself: on a busy machine it may have come and gone before a test looks.
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
    /** How long the first line of that text stood; undefined while it stands, or never came. */
    async stood(text: string) {
      const all = await lines()
      const from = all.findIndex((line) => line.text === text)
      const [began, ended] = all.slice(from < 0 ? all.length : from)
      return began && ended && ended.at - began.at
    },
    forget: () => page.evaluate(() => void window.heardLines?.splice(0)),
  }
}
