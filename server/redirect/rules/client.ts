import type { InAppName } from '#contract/links/in-app.ts'
import type { BROWSERS, SYSTEMS } from '#contract/rules/kinds.ts'
import { RecentValues } from '../../platform/recent-values.ts'
import { deviceOf, type Device } from '../clicks/device.ts'
import { appIn } from './in-app.ts'

/** Facts that a user agent states about the visitor; '' if it does not. */
export type Client = { device: Device; system: string; app: InAppName | ''; browser: string }

/** Maximum length of a user agent that is examined. Those of browsers are below 300 characters. */
const MAX_LENGTH = 512

const clients = new RecentValues<Client>(2000)

/** Returns the facts in a user agent. Results are cached, because the patterns take microseconds. */
export function clientOf(userAgent: string): Client {
  const known = clients.get(userAgent)
  if (known) return known
  const client = read(userAgent.slice(0, MAX_LENGTH))
  if (userAgent.length <= MAX_LENGTH) clients.set(userAgent, client)
  return client
}

function read(userAgent: string): Client {
  if (userAgent === '') return { device: '', system: '', app: '', browser: '' }
  const app = appIn(userAgent)
  return {
    device: deviceOf(userAgent),
    system: firstMatch(SYSTEM_PATTERNS, userAgent),
    app,
    // A browser that is built into an app is none of these, whatever it claims to be.
    browser: app === '' ? firstMatch(BROWSER_PATTERNS, userAgent) : '',
  }
}

const firstMatch = <Name extends string>(patterns: [Name, RegExp][], userAgent: string) =>
  patterns.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''

/** An iPad since 2019 identifies as a Mac. */
const SYSTEM_PATTERNS: [(typeof SYSTEMS)[number], RegExp][] = [
  ['windows', /\bWindows\b/],
  ['ios', /\b(?:iPhone|iPad|iPod)\b/],
  ['android', /\bAndroid\b/],
  ['chromeos', /\bCrOS\b/],
  ['macos', /\bMac(?:intosh| OS X)\b/],
  ['linux', /\bLinux\b|\bX11\b/],
]

/** Most browsers also name Chrome and Safari, so these come last. */
const BROWSER_PATTERNS: [(typeof BROWSERS)[number], RegExp][] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\bOPR\/|\bOPT\/|\bOpera\b/],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\bFirefox\/|\bFxiOS\//],
  ['chrome', /\bChrome\/|\bCriOS\//],
  ['safari', /\bVersion\/[\d.]+ (?:Mobile\/\S+ )?Safari\//],
]
