import { pathToFileURL } from 'node:url'
import { builtinEnvironments, populateGlobal } from 'vitest/runtime'
import { WINDOW_BUNDLE } from './window-bundle.ts'

type Window = { close(): void; happyDOM: { abort(): Promise<void> } }
type Globals = Record<PropertyKey, unknown>

/** Globals of the simulated browser that replace those of Node. */
const ALSO_ITS_OWN =
  'Request Response MessagePort fetch Headers AbortController AbortSignal URL URLSearchParams FormData'

/** The same as the test runner's environment of this name, but loaded from one file. */
// oxlint-disable-next-line import/no-default-export -- the runner asks for one
export default {
  name: 'happy-dom',
  viteEnvironment: builtinEnvironments['happy-dom'].viteEnvironment,
  async setup(global: Globals) {
    const { GlobalWindow } = (await import(pathToFileURL(WINDOW_BUNDLE).href)) as {
      GlobalWindow: new (options: object) => Window
    }
    const window = new GlobalWindow({
      console: global['console'],
      url: 'http://localhost:3000',
      settings: { disableErrorCapturing: true },
    })
    const { keys, originals } = populateGlobal(global, window, {
      bindFunctions: true,
      additionalKeys: ALSO_ITS_OWN.split(' '),
    })
    return {
      async teardown() {
        await window.happyDOM.abort()
        window.close()
        for (const key of keys) delete global[key]
        for (const [key, value] of originals) global[key] = value
      },
    }
  },
}
