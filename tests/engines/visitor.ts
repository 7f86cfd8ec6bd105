import type { Engine, Key } from './engine.ts'
import type { Place, Target } from './in-page.ts'

/** How long anything may take on a machine that is busy with something else. */
const PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 100

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))

/** Somebody in front of a browser: does what people do, and waits as long as people would. */
export class Visitor {
  readonly #engine: Engine
  readonly #origin: string
  readonly #script: string

  constructor(engine: Engine, origin: string, script: string) {
    this.#engine = engine
    this.#origin = origin
    this.#script = script
  }

  /** Now and then Firefox gives up a load that nobody stopped; people then ask again. */
  async open(path: string) {
    await this.until(`opens ${path}`, async () => {
      await this.#engine.open(this.#origin + path)
      return true
    })
  }

  /** An expression of the page; `person` is what `in-page.ts` exports. */
  async ask<T>(expression: string): Promise<T> {
    if ((await this.#engine.evaluate(`typeof person`)) === 'undefined')
      await this.#engine.evaluate(this.#script)
    const text = await this.#engine.evaluate(
      `(async () => JSON.stringify((await (${expression})) ?? null))()`,
    )
    return JSON.parse(text) as T
  }

  /** Looks until it is so. A page that is just being left answers nothing, and is asked again. */
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

  /** Until an expression of the page is true. */
  async holds(expression: string) {
    await this.until(expression, async () => {
      const value = await this.ask<unknown>(expression)
      return value === true || `it is ${JSON.stringify(value)}`
    })
  }

  /** At least one of them, or exactly so many. */
  sees(target: Target, times?: number) {
    return this.until(`sees ${source(target)}`, async () => {
      const count = await this.ask<number>(`person.find(${source(target)}).length`)
      return (times === undefined ? count > 0 : count === times) || `there are ${count}`
    })
  }

  /** What a page says for a moment, however short that was. */
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

  /** In place of what stands in the field. */
  async write(target: Target, text: string) {
    // A dialog that just opens may take the focus away again: people then tap once more.
    await this.until(`is in ${source(target)}`, async () => {
      await this.tap(target)
      const isIn = `document.activeElement === person.find(${source(target)})[0]`
      return (await this.ask<boolean>(isIn)) || 'the focus is elsewhere'
    })
    await this.ask('document.activeElement.select()')
    await this.#engine.type(text)
    await this.reads(target, text)
  }

  /** What stands in a field. */
  reads(target: Target, text: string) {
    return this.until(`reads ${text} in ${source(target)}`, async () => {
      const field = `person.find(${source(target)})[0]`
      const value = await this.ask<string | null>(`${field}?.value`)
      if (value === text) return true
      const isIn = await this.ask<boolean>(`document.activeElement === ${field}`)
      return `it reads ${JSON.stringify(value)}${isIn ? '' : ', and the focus is elsewhere'}`
    })
  }

  /** Into a file field. */
  giveFile(target: Target, file: { name: string; mimeType: string; buffer: Buffer }) {
    const { name, mimeType, buffer } = file
    const content = buffer.toString('base64')
    return this.holds(
      `person.giveFile(${source(target)}, ${JSON.stringify({ name, mimeType, content })})`,
    )
  }

  /** An option of a list by its value. */
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

/** As it is written in a script: JSON has no patterns. */
function source(target: Target): string {
  const parts = Object.entries(target).map(([name, value]) => {
    if (value instanceof RegExp) return `${name}: ${value}`
    return `${name}: ${typeof value === 'string' ? JSON.stringify(value) : source(value)}`
  })
  return `{ ${parts.join(', ')} }`
}
