import type { CDPSession } from '@playwright/test'
import type { Point } from '../engine.ts'

type Message = { id?: number; result?: { result?: { value?: unknown } }; error?: unknown }

/**
 * Connection to a window that Playwright does not know, such as the popup of an extension. Its
 * messages travel inside those of the browser's own connection.
 */
export class TargetSession {
  readonly #devTools: CDPSession
  readonly #sessionId: string
  #lastId = 0

  private constructor(devTools: CDPSession, sessionId: string) {
    this.#devTools = devTools
    this.#sessionId = sessionId
  }

  static async attach(devTools: CDPSession, targetId: string): Promise<TargetSession> {
    const { sessionId } = await devTools.send('Target.attachToTarget', { targetId, flatten: false })
    return new TargetSession(devTools, sessionId)
  }

  /** Evaluates an expression, waits for its promise and returns the resulting text. */
  async evaluate(expression: string): Promise<string> {
    const { result } = await this.#send('Runtime.evaluate', { expression, awaitPromise: true })
    return String(result?.result?.value)
  }

  async setTheme(value: string): Promise<void> {
    const features = [{ name: 'prefers-color-scheme', value }]
    await this.#send('Emulation.setEmulatedMedia', { features })
  }

  async click({ x, y }: Point): Promise<void> {
    const mouse = { x, y, button: 'left', clickCount: 1 }
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.#send('Input.dispatchMouseEvent', { type, ...mouse })
  }

  #send(method: string, params: object): Promise<Message> {
    this.#lastId += 1
    const id = this.#lastId
    const sessionId = this.#sessionId
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#devTools.off('Target.receivedMessageFromTarget', receive)
        this.#devTools.off('Target.detachedFromTarget', detach)
      }
      const receive = (event: { sessionId: string; message: string }) => {
        const message = JSON.parse(event.message) as Message
        if (event.sessionId !== sessionId || message.id !== id) return
        end()
        if (message.error) reject(new Error(JSON.stringify(message.error)))
        else resolve(message)
      }
      const detach = (event: { sessionId: string }) => {
        if (event.sessionId !== sessionId) return
        end()
        reject(new Error('The window was closed.'))
      }
      this.#devTools.on('Target.receivedMessageFromTarget', receive)
      this.#devTools.on('Target.detachedFromTarget', detach)
      const message = JSON.stringify({ id, method, params })
      this.#devTools.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  }
}
