import type { Point } from '../engine.ts'
import { found, type ExtensionBrowser } from './extension-browser.ts'

/** Window that the extension's button opens. */
export class Popup {
  readonly #browser: ExtensionBrowser

  constructor(browser: ExtensionBrowser) {
    this.#browser = browser
  }

  /** Waits until the popup shows a text. */
  async sees(text: string): Promise<void> {
    await found(`sees ${text}`, async () => {
      const shown = await this.text()
      if (!shown.includes(text)) throw new Error(`It shows: ${shown}`)
      return true
    })
  }

  text(): Promise<string> {
    return this.#browser.evaluateInPopup('document.body.innerText')
  }

  /** Presses a button once it is there and no longer moves. */
  async press(label: string): Promise<void> {
    let before = ''
    const point = await found(`presses ${label}`, async () => {
      const place = await this.#browser.evaluateInPopup(placeOf(label))
      const isStill = place !== '' && place === before
      before = place
      return isStill ? (JSON.parse(place) as Point) : undefined
    })
    await this.#browser.clickInPopup(point)
  }
}

/** Returns an expression for the centre of a button, or an empty text if it is not there. */
const placeOf = (label: string) => `(() => {
  const button = [...document.querySelectorAll('button')]
    .find(({ textContent }) => textContent === ${JSON.stringify(label)})
  if (!button) return ''
  const { x, y, width, height } = button.getBoundingClientRect()
  return JSON.stringify({ x: x + width / 2, y: y + height / 2 })
})()`
