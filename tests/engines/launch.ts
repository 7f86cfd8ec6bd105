import { Chromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { Firefox } from './firefox.ts'
import { WebKit } from './webkit.ts'

export type EngineName = 'chromium' | 'firefox' | 'webkit'

/**
 * Environment variable with the path of each browser, and the function that launches it. The test
 * runner finds or installs the browsers.
 */
const ENGINES: Record<EngineName, [setting: string, launch: (path: string) => Promise<Engine>]> = {
  chromium: ['E2E_BROWSER', (path) => Chromium.launch(path)],
  firefox: ['E2E_FIREFOX', (path) => Firefox.launch(path)],
  webkit: ['E2E_WEBKIT', (path) => WebKit.launch(path)],
}

export const isHere = (name: EngineName) => Boolean(process.env[ENGINES[name][0]])

export function launch(name: EngineName): Promise<Engine> {
  const [setting, start] = ENGINES[name]
  return start(process.env[setting] ?? '')
}
