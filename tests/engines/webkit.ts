import { createServer } from 'node:net'
import { once } from 'node:events'
import { keyActions, mouseActions, typeActions } from './actions.ts'
import { WINDOW, type Engine, type Key, type Point } from './engine.ts'
import { Processes } from './processes.ts'

/** Environment for a machine without graphics card, desktop and message bus. */
const BARE = {
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  NO_AT_BRIDGE: '1',
  GIO_USE_VFS: 'local',
  GSETTINGS_BACKEND: 'memory',
}

/**
 * Characters that need the shift key. The driver presses only their key, so that "@" would become
 * "2".
 */
const SHIFTED = /[A-Z~!@#$%^&*()_+{}|:"<>?]/

/**
 * Refuses to read the clipboard. WebKit would wait for a button that no driver can press, and block
 * the page meanwhile.
 */
const NO_READING = `void Object.defineProperty(navigator.clipboard, 'readText', {
  value: () => Promise.reject(new DOMException('No', 'NotAllowedError')),
})`

/** Maximum time to wait for an answer. A browser that hangs never answers. */
const ANSWER_MS = 60_000

/** WebKitGTK, controlled with WebDriver. It has no headless mode, so it runs in Xvfb. */
export class WebKit implements Engine {
  readonly #processes: Processes
  readonly #session: string

  private constructor(processes: Processes, session: string) {
    this.#processes = processes
    this.#session = session
  }

  static launch(program: string): Promise<WebKit> {
    return Processes.launch((processes) => WebKit.#launch(processes, program))
  }

  static async #launch(processes: Processes, program: string) {
    const screen = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
    const display = await processes.start('Xvfb', screen, /^(\d+)\n/m)
    const port = await freePort()
    const env = { ...BARE, DISPLAY: `:${display}`, XDG_RUNTIME_DIR: processes.home }
    processes.run(program, [`--port=${port}`], env)
    const driver = `http://127.0.0.1:${port}`
    await untilReady(driver)
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } } }
    const { sessionId } = await ask<{ sessionId: string }>(`${driver}/session`, { capabilities })
    const session = `${driver}/session/${sessionId}`
    await ask(`${session}/timeouts`, { script: 30_000, pageLoad: 30_000 })
    await ask(`${session}/window/rect`, { x: 0, y: 0, ...WINDOW })
    return new WebKit(processes, session)
  }

  async open(url: string) {
    await this.#ask('url', { url })
    await this.evaluate(NO_READING)
  }

  async evaluate(expression: string) {
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then(done, (error) => done({ failed: String(error) }))`
    const value = await this.#ask<unknown>('execute/async', { script, args: [] })
    if (typeof value === 'object' && value !== null && 'failed' in value)
      throw new Error(String(value.failed))
    return String(value)
  }

  async tap(point: Point, button: 'left' | 'right' = 'left') {
    if (button === 'right') return this.#askForMenu(point)
    await this.#ask('actions', { actions: mouseActions(point) })
  }

  /**
   * Sends the context menu event by script. After a right click, the driver releases the left
   * button, which would be a click.
   */
  async #askForMenu({ x, y }: Point) {
    const event = `new MouseEvent('contextmenu', { clientX: ${x}, clientY: ${y}, button: 2, bubbles: true, cancelable: true })`
    await this.evaluate(`document.elementFromPoint(${x}, ${y}).dispatchEvent(${event})`)
  }

  async press(key: Key) {
    await this.#ask('actions', { actions: keyActions(key) })
  }

  async type(text: string) {
    await this.#ask('actions', { actions: typeActions(text, SHIFTED) })
  }

  async screenshot() {
    return Buffer.from(await ask<string>(`${this.#session}/screenshot`), 'base64')
  }

  async close() {
    await ask(this.#session, undefined, 'DELETE').catch(() => undefined)
    await this.#processes.end()
  }

  #ask<T>(command: string, body: object): Promise<T> {
    return ask<T>(`${this.#session}/${command}`, body)
  }
}

async function ask<T>(url: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Waits until the driver accepts connections. It does not print when it is ready. */
async function untilReady(driver: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    const isReady = await ask(`${driver}/status`).then(
      () => true,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver never answered.')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
