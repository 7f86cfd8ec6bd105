import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyActions, mouseActions, typeActions } from './actions.ts'
import { BiDi } from './bidi.ts'
import { WINDOW, type Engine, type Key, type Point } from './engine.ts'
import { Processes } from './processes.ts'

/**
 * Preferences that stop Firefox from contacting the hosts of its vendor. On a machine without
 * internet it would wait for them.
 */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

type Evaluated =
  | { type: 'success'; result: { value?: unknown } }
  | { type: 'exception'; exceptionDetails: { text: string } }

/** Processes, connection and tab of a started browser. */
type Parts = [processes: Processes, bidi: BiDi, context: string]

/** Firefox, controlled with WebDriver BiDi, which it supports itself. */
export class Firefox implements Engine {
  protected readonly processes: Processes
  protected readonly bidi: BiDi
  /** Current tab. */
  protected context: string

  protected constructor(...[processes, bidi, context]: Parts) {
    this.processes = processes
    this.bidi = bidi
    this.context = context
  }

  static async launch(program: string): Promise<Firefox> {
    return new Firefox(...(await Firefox.start(program, [])))
  }

  protected static start(program: string, args: string[]): Promise<Parts> {
    return Processes.launch((processes) => Firefox.#start(processes, program, args))
  }

  static async #start(processes: Processes, program: string, more: string[]): Promise<Parts> {
    const profile = join(processes.home, 'profile')
    await mkdir(profile)
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref("${name}", ${value});`,
    )
    await writeFile(join(profile, 'user.js'), lines.join('\n'))
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
    const url = await processes.start(
      program,
      [...args, ...more],
      /WebDriver BiDi listening on (ws:\S+)/,
    )
    const bidi = await BiDi.connect(`${url}/session`)
    await bidi.send('session.new', { capabilities: {} })
    const tree = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const context = tree.contexts[0]?.context ?? ''
    await bidi.send('browsingContext.setViewport', { context, viewport: WINDOW })
    return [processes, bidi, context]
  }

  async open(url: string) {
    await this.#send('browsingContext.navigate', { url, wait: 'complete' })
  }

  evaluate(expression: string) {
    return this.evaluateIn(this.context, expression)
  }

  protected async evaluateIn(context: string, expression: string): Promise<string> {
    const evaluated = await this.bidi.send<Evaluated>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    })
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
    return String(evaluated.result.value)
  }

  async tap(point: Point, button: 'left' | 'right' = 'left') {
    await this.#send('input.performActions', { actions: mouseActions(point, button) })
  }

  async press(key: Key) {
    await this.#send('input.performActions', { actions: keyActions(key) })
  }

  async type(text: string) {
    await this.#send('input.performActions', { actions: typeActions(text) })
  }

  async screenshot() {
    const { data } = await this.#send<{ data: string }>('browsingContext.captureScreenshot', {})
    return Buffer.from(data, 'base64')
  }

  async close() {
    this.bidi.close()
    await this.processes.end()
  }

  #send<T>(method: string, params: object): Promise<T> {
    return this.bidi.send<T>(method, { context: this.context, ...params })
  }
}
