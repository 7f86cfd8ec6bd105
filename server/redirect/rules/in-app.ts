import type { InAppName } from '#contract/links/in-app.ts'

/**
 * Method by which a visitor gets from an app to their browser.
 * - intent: a link to an `intent:` address, which Android opens outside of the app
 * - scheme: a link to an address of the app that opens the address appended to it in the browser
 * - parameter: a link with a query parameter that makes the app open it in the browser
 * - menu: an instruction, because the app has nothing that a page can link to
 */
export type WayOut =
  | { method: 'intent' }
  | { method: 'scheme'; prefix: string }
  | { method: 'parameter'; parameter: string }
  | { method: 'menu'; instruction: string }

type InAppBrowser = { app: InAppName; userAgent: RegExp; android: WayOut; ios: WayOut }

/**
 * Source: https://developer.chrome.com/docs/android/intents. The page has a link and is no redirect,
 * because a built-in browser that does not know `intent:` shows an error instead of a redirect's
 * target, and because Chrome opens apps only after a tap.
 */
const INTENT: WayOut = { method: 'intent' }

/**
 * Source: https://developers.line.biz/en/docs/line-login/using-line-url-scheme, "Opening a URL in an
 * external browser", for LINE on iOS and Android.
 */
const LINE_PARAMETER: WayOut = { method: 'parameter', parameter: 'openExternalBrowser=1' }

/**
 * Source: https://github.com/meldyssey/advent-calendar, src/lib/browserDetect.ts, one of many sites
 * that use it. Kakao does not document it. If it stops working, the link beside it still leads on.
 */
const KAKAO_SCHEME: WayOut = { method: 'scheme', prefix: 'kakaotalk://web/openExternal?url=' }

const menu = (instruction: string): WayOut => ({ method: 'menu', instruction })

/**
 * Menus of the apps on iOS, where a page cannot open another browser. Apps do not document them and
 * change their words, so an instruction names the place only where it has long been the same.
 */
const DOTS_AT_THE_TOP = menu('Tap the three dots at the top, then “Open in browser”.')
const DOTS = menu('Tap the three dots, then “Open in browser”.')
const SHARE = menu('Tap the share symbol, then “Open in browser”.')
const COMPASS = menu('Tap the compass.')

/**
 * Apps whose built-in browser names itself in the user agent. The first match counts, because
 * Messenger also names Facebook.
 */
const IN_APP_BROWSERS: InAppBrowser[] = [
  {
    app: 'messenger',
    userAgent: /\bFBAN\/Messenger|\bFB_IAB\/(?:Orca|MESSENGER)|\bMessengerForiOS\b/,
    android: INTENT,
    ios: DOTS,
  },
  { app: 'instagram', userAgent: /\bInstagram \d/, android: INTENT, ios: DOTS_AT_THE_TOP },
  { app: 'threads', userAgent: /\bBarcelona \d/, android: INTENT, ios: DOTS_AT_THE_TOP },
  { app: 'facebook', userAgent: /\bFBAN\/|\bFBAV\/|\bFB_IAB\//, android: INTENT, ios: DOTS },
  {
    app: 'tiktok',
    userAgent: /\bmusical_ly|\bBytedanceWebview\b|\bTikTok \d|\btrill_\d/i,
    android: INTENT,
    ios: DOTS_AT_THE_TOP,
  },
  { app: 'snapchat', userAgent: /\bSnapchat\/?\d/, android: INTENT, ios: DOTS },
  {
    app: 'pinterest',
    userAgent: /\[Pinterest\/|\bPinterest\/\d/,
    android: INTENT,
    ios: DOTS_AT_THE_TOP,
  },
  {
    app: 'x',
    userAgent: /\bTwitter for (?:iPhone|iPad)\b|\bTwitterAndroid\b/,
    android: INTENT,
    ios: SHARE,
  },
  { app: 'linkedin', userAgent: /\[?\bLinkedInApp\b/, android: INTENT, ios: DOTS_AT_THE_TOP },
  {
    app: 'reddit',
    userAgent: /\bReddit\/(?:Version|\d)|\bRedditApp\b/,
    android: INTENT,
    ios: COMPASS,
  },
  { app: 'line', userAgent: /\bLine\/\d/, android: LINE_PARAMETER, ios: LINE_PARAMETER },
  // WeChat opens no other app from a page, on Android either.
  {
    app: 'wechat',
    userAgent: /\bMicroMessenger\/\d/,
    android: DOTS_AT_THE_TOP,
    ios: DOTS_AT_THE_TOP,
  },
  { app: 'kakaotalk', userAgent: /\bKAKAOTALK\b/, android: KAKAO_SCHEME, ios: KAKAO_SCHEME },
]

const byApp = new Map(IN_APP_BROWSERS.map((browser) => [browser.app, browser]))

/** Returns the app whose built-in browser sent this user agent; '' for any other client. */
export const appIn = (userAgent: string): InAppName | '' =>
  IN_APP_BROWSERS.find((browser) => browser.userAgent.test(userAgent))?.app ?? ''

/** Returns how visitors leave an app; undefined on a system where its built-in browser is rare. */
export function wayOutOf(app: InAppName | '', system: string): WayOut | undefined {
  const browser = app === '' ? undefined : byApp.get(app)
  return system === 'android' || system === 'ios' ? browser?.[system] : undefined
}
