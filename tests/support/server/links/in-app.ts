import type { InAppName } from '#contract/links/in-app.ts'
import { agentOf } from './app-agents.ts'
import { PHONE, visit } from './short-links.ts'
import type { TestServer } from '../test-app.ts'

type Options = { app?: InAppName; system?: 'ios' | 'android'; from?: string; host?: string }

let visitors = 0
/** Returns an address from which nobody has come yet. */
const newAddress = () => {
  visitors += 1
  return `203.0.${visitors >> 8}.${visitors & 255}`
}

/** Opens a path inside an app, from a new address unless one is given. */
export const openInApp = (
  server: TestServer,
  path: string,
  { app = 'instagram', system = 'ios', from = newAddress(), ...visited }: Options = {},
) =>
  visit(server, path, {
    headers: { 'User-Agent': agentOf(app, system), 'X-Forwarded-For': from },
    ...visited,
  })

/** Opens a path in the browser of a phone. */
export const openInBrowser = (server: TestServer, path: string, from = newAddress()) =>
  visit(server, path, { headers: { 'User-Agent': PHONE, 'X-Forwarded-For': from } })

/** Returns the links of a page by their text. */
export function linksIn(html: string): Record<string, string> {
  const found = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)]
  return Object.fromEntries(found.map(([, href = '', text = '']) => [text, unescaped(href)]))
}

const unescaped = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
