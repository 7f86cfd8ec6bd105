import { USAGE_DATA } from '../../../extension/data-collection.ts'
import type { Point } from '../engine.ts'
import { Firefox } from '../firefox.ts'
import { found, type ExtensionBrowser } from './extension-browser.ts'
import { downloadPackage } from './package.ts'

type Tree = { contexts: { context: string; url: string }[] }

/**
 * Firefox with the extension. Its button and popup belong to the browser's own window, so the test
 * reaches them by scripts with the rights of the browser.
 */
export class FirefoxExtension extends Firefox implements ExtensionBrowser {
  #id = ''
  #browserWindow = ''

  static override async launch(program: string, origin = ''): Promise<FirefoxExtension> {
    const parts = await Firefox.start(program, ['--remote-allow-system-access'])
    const firefox = new FirefoxExtension(...parts)
    const path = await downloadPackage(origin, 'firefox', firefox.processes.home)
    const { extension } = await firefox.bidi.send<{ extension: string }>('webExtension.install', {
      extensionData: { type: 'archivePath', path },
    })
    firefox.#id = extension
    const tree = await firefox.bidi.send<Tree>('browsingContext.getTree', { 'moz:scope': 'chrome' })
    firefox.#browserWindow = tree.contexts[0]?.context ?? ''
    await firefox.#allowReports()
    return firefox
  }

  /** Gives the consent for which Firefox asks when a person installs the extension. */
  async #allowReports() {
    await this.#evaluateInBrowser(`(async () => {
      const { ExtensionPermissions } = await ChromeUtils.importESModule(
        'resource://gre/modules/ExtensionPermissions.sys.mjs')
      const id = ${JSON.stringify(this.#id)}
      const consent = { permissions: [], origins: [], data_collection: ['${USAGE_DATA}'] }
      await ExtensionPermissions.add(id, consent, WebExtensionPolicy.getByID(id).extension)
    })()`)
  }

  /** Presses again if the popup was closed at once, because the window got the focus late. */
  async pressButton() {
    await found('the popup', async () => {
      await this.#evaluateInBrowser(`(async () => {
        const { ExtensionParent } = await ChromeUtils.importESModule(
          'resource://gre/modules/ExtensionParent.sys.mjs')
        const { extension } = WebExtensionPolicy.getByID(${JSON.stringify(this.#id)})
        await ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window)
      })()`)
      return (await this.evaluateInPopup('document.readyState')) === 'complete' || undefined
    })
  }

  evaluateInPopup(expression: string) {
    return this.#runInPopup(`
      const box = new Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false })
      return String(Cu.evalInSandbox(${JSON.stringify(expression)}, box))`)
  }

  async clickInPopup({ x, y }: Point) {
    await this.#runInPopup(`
      for (const [type, buttons] of [['mousemove', 0], ['mousedown', 1], ['mouseup', 0]])
        content.synthesizeMouseEvent(type, ${x}, ${y}, { button: 0, buttons, clickCount: 1 }, {})`)
  }

  async switchTab(start: string) {
    this.context = await found(`a tab at ${start}`, async () => {
      const contexts = await this.#tabs()
      return contexts.find(({ url }) => url.startsWith(start))?.context
    })
    await this.bidi.send('browsingContext.activate', { context: this.context })
  }

  async tabs() {
    return (await this.#tabs()).map(({ url }) => url)
  }

  async #tabs() {
    return (await this.bidi.send<Tree>('browsingContext.getTree', {})).contexts
  }

  clipboard() {
    return this.#evaluateInBrowser('navigator.clipboard.readText()')
  }

  /** Runs the body of a function in the process of the popup and returns its result. */
  #runInPopup(body: string): Promise<string> {
    const script = `
      let answer
      try { answer = [(() => { ${body} })()] } catch (error) { answer = [null, String(error)] }
      sendAsyncMessage('split-test', answer)`
    return this.#evaluateInBrowser(`new Promise((resolve, reject) => {
      const popup = document.querySelector('.webextension-popup-browser')
      if (!popup) return reject(new Error('The popup is closed.'))
      setTimeout(() => reject(new Error('The popup does not answer.')), ${ANSWER_MS})
      const manager = popup.messageManager
      manager.addMessageListener('split-test', function receive({ data: [value, why] }) {
        manager.removeMessageListener('split-test', receive)
        if (why) reject(new Error(why))
        else resolve(value)
      })
      manager.loadFrameScript('data:,' + encodeURIComponent(${JSON.stringify(script)}), false)
    })`)
  }

  #evaluateInBrowser(expression: string) {
    return this.evaluateIn(this.#browserWindow, expression)
  }
}

/** Time after which a popup counts as closed while it was being asked. */
const ANSWER_MS = 5000
