import type { InAppName } from '#contract/links/in-app.ts'
import { APP_NAMES } from '#contract/rules/sentences.ts'
import { shownHost } from '#contract/text/hosts.ts'
import type { Page } from '../pages.ts'
import type { WayOut } from '../rules/in-app.ts'

type Exit = {
  app: InAppName
  wayOut: WayOut
  /** Target with the click id. */
  target: string
  /** Query of this page, which names the counted opening. */
  query: string
}

/** Returns the page that leads a visitor from an app to their browser, and on to the target. */
export const exitPage = ({ app, wayOut, target, query }: Exit): Page => ({
  status: 200,
  headers: [],
  title: 'Open this in your browser',
  text: `Shops can’t recognize you inside ${APP_NAMES[app]}.${
    wayOut.method === 'menu' ? ` ${wayOut.instruction}` : ''
  }`,
  exit: {
    open: addressOut(wayOut, target, query),
    here: target,
    host: shownHost(new URL(target).host),
  },
})

/** Returns the address that opens the browser; undefined if the visitor has to use the app's menu. */
function addressOut(wayOut: WayOut, target: string, query: string): string | undefined {
  switch (wayOut.method) {
    case 'intent':
      return intentTo(target)
    case 'scheme':
      return wayOut.prefix + encodeURIComponent(target)
    case 'parameter':
      return `?${query}&${wayOut.parameter}`
    default:
      return undefined
  }
}

/**
 * Returns the address with which Android opens a URL in the browser, or in the app of the shop. The
 * fallback is the target itself and not the short link, so that no app is asked to be left twice.
 */
function intentTo(target: string): string {
  const [, scheme = 'https', rest = ''] = /^(https?):(.*)$/is.exec(target) ?? []
  const fallback = encodeURIComponent(target)
  return `intent:${rest}#Intent;scheme=${scheme.toLowerCase()};S.browser_fallback_url=${fallback};end`
}
