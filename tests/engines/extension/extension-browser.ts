import type { Engine, Point } from '../engine.ts'

/** Browser in which the extension is installed. `Engine` acts in the current tab. */
export interface ExtensionBrowser extends Engine {
  /** Presses the button of the extension in the toolbar. */
  pressButton(): Promise<void>
  /** Evaluates an expression in the open popup and returns the resulting text. */
  evaluateInPopup(expression: string): Promise<string>
  /** Clicks in the open popup. */
  clickInPopup(point: Point): Promise<void>
  /** Waits for a tab at an address with this beginning and makes it the current tab. */
  switchTab(start: string): Promise<void>
  /** Returns the addresses of all tabs. */
  tabs(): Promise<string[]>
  /** Returns the text of the clipboard. */
  clipboard(): Promise<string>
}

/** Returns the first result that is not undefined. Fails after half a minute. */
export async function found<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const late = Date.now() + PATIENCE_MS
  let why = 'not there'
  while (Date.now() < late) {
    const seen = await look().catch((error: Error) => void (why = error.message))
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  throw new Error(`${what}: ${why}`)
}

const PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 100
