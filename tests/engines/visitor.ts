import type { Engine, Key } from './engine.ts'
import type { Place, Target } from './in-page.ts'

/** Maximum time to wait for any step on a busy machine. */
const PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 100

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))

/** A user with a browser. Acts like a user and waits for the results. */
export class Visitor {
  readonly #engine: Engine
  readonly #origin: string
  readonly #script: string

  constructor(engine: Engine, origin: string, script: string) {
    this.#engine = engine
    this.#origin = origin
    this.#script = script
  }

  /** Opens a page. Tries again, because Firefox sometimes aborts a page load without a reason. */
  async open(path: string) {
    await this.until(`opens ${path}`, async () => {
      await this.#engine.open(this.#origin + path)
      return true
    })
  }

  /** Evaluates an expression in the page. `person` has the exports of `in-page.ts`. */
  async ask<T>(expression: string): Promise<T> {
    if ((await this.#engine.evaluate(`typeof person`)) === 'undefined')
      await this.#engine.evaluate(this.#script)
    const text = await this.#engine.evaluate(
      `(async () => JSON.stringify((await (${expression})) ?? null))()`,
    )
    return JSON.parse(text) as T
  }

  /**
   * Repeats `look` until it returns true. An error counts as false, because a page that is being
   * left cannot answer.
   */
  async until(what: string, look: () => Promise<true | string>) {
    const late = Date.now() + PATIENCE_MS
    let why = ''
    while (Date.now() < late) {
      const seen = await look().catch((error: Error) => error.message)
      if (seen === true) return
      why = seen
      await pause()
    }
    throw new Error(`${what}: ${why}. The page says:\n${await this.text()}`)
  }

  /** Waits until an expression in the page is true. */
  async holds(expression: string) {
    await this.until(expression, async () => {
      const value = await this.ask<unknown>(expression)
      return value === true || `it is ${JSON.stringify(value)}`
    })
  }

  /** Waits until the page shows at least one such element, or exactly `times`. */
  sees(target: Target, times?: number) {
    return this.until(`sees ${source(target)}`, async () => {
      const count = await this.ask<number>(`person.find(${source(target)}).length`)
      return (times === undefined ? count > 0 : count === times) || `there are ${count}`
    })
  }

  /** Waits until the page has shown this status message, even if it is gone already. */
  hears(text: string) {
    return this.holds(`person.hasSaid(${JSON.stringify(text)})`)
  }

  misses(target: Target) {
    return this.until(`misses ${source(target)}`, async () =>
      (await this.ask<number>(`person.find(${source(target)}).length`)) === 0
        ? true
        : 'still there',
    )
  }

  async tap(target: Target, button: 'left' | 'right' = 'left') {
    await this.until(`taps ${source(target)}`, async () => {
      const place = await this.ask<Place>(`person.place(${source(target)})`)
      if ('why' in place) return place.why
      await this.#engine.tap(place, button)
      return true
    })
  }

  press(key: Key) {
    return this.#engine.press(key)
  }

  /** Replaces the text of a field. */
  async write(target: Target, text: string) {
    // A dialog that is still opening may take the focus away. Then tap again.
    await this.until(`is in ${source(target)}`, async () => {
      await this.tap(target)
      const isIn = `document.activeElement === person.find(${source(target)})[0]`
      return (await this.ask<boolean>(isIn)) || 'the focus is elsewhere'
    })
    await this.ask('document.activeElement.select()')
    await this.#engine.type(text)
    await this.reads(target, text)
  }

  /** Waits until a field has this value. */
  reads(target: Target, text: string) {
    return this.until(`reads ${text} in ${source(target)}`, async () => {
      const field = `person.find(${source(target)})[0]`
      const value = await this.ask<string | null>(`${field}?.value`)
      if (value === text) return true
      const isIn = await this.ask<boolean>(`document.activeElement === ${field}`)
      return `it reads ${JSON.stringify(value)}${isIn ? '' : ', and the focus is elsewhere'}`
    })
  }

  /** Sets the file of a file field. */
  giveFile(target: Target, file: { name: string; mimeType: string; buffer: Buffer }) {
    const { name, mimeType, buffer } = file
    const content = buffer.toString('base64')
    return this.holds(
      `person.giveFile(${source(target)}, ${JSON.stringify({ name, mimeType, content })})`,
    )
  }

  /** Selects an option by its value. */
  pick(target: Target, option: string) {
    return this.holds(`person.pick(${source(target)}, ${JSON.stringify(option)})`)
  }

  text(): Promise<string> {
    return this.ask<string>('location.href + "\\n" + document.body.innerText').catch(String)
  }

  screenshot() {
    return this.#engine.screenshot()
  }

  close() {
    return this.#engine.close()
  }
}

/** Returns the target as JavaScript source. JSON does not support regular expressions. */
function source(target: Target): string {
  const parts = Object.entries(target).map(([name, value]) => {
    if (value instanceof RegExp) return `${name}: ${value}`
    return `${name}: ${typeof value === 'string' ? JSON.stringify(value) : source(value)}`
  })
  return `{ ${parts.join(', ')} }`
}
