import type { APPS } from '#contract/rules/kinds.ts'

type App = Exclude<(typeof APPS)[number], 'any'>

/**
 * Apps whose built-in browser names itself in the user agent. The first match counts, because
 * Messenger also names Facebook.
 */
const IN_APP_BROWSERS: [app: App, userAgent: RegExp][] = [
  ['messenger', /\bFBAN\/Messenger|\bFB_IAB\/(?:Orca|MESSENGER)|\bMessengerForiOS\b/],
  ['instagram', /\bInstagram \d/],
  ['threads', /\bBarcelona \d/],
  ['facebook', /\bFBAN\/|\bFBAV\/|\bFB_IAB\//],
  ['tiktok', /\bmusical_ly|\bBytedanceWebview\b|\bTikTok \d|\btrill_\d/i],
  ['snapchat', /\bSnapchat\/?\d/],
  ['pinterest', /\[Pinterest\/|\bPinterest\/\d/],
  ['x', /\bTwitter for (?:iPhone|iPad)\b|\bTwitterAndroid\b/],
  ['linkedin', /\[?\bLinkedInApp\b/],
  ['reddit', /\bReddit\/(?:Version|\d)|\bRedditApp\b/],
  ['line', /\bLine\/\d/],
  ['wechat', /\bMicroMessenger\/\d/],
  ['kakaotalk', /\bKAKAOTALK\b/],
]

/** Returns the app whose built-in browser sent this user agent; '' for any other client. */
export const appIn = (userAgent: string): App | '' =>
  IN_APP_BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''
