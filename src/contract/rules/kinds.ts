/** Kinds of conditions (docs/links.md). */
export const KINDS = [
  'country',
  'language',
  'device',
  'system',
  'app',
  'browser',
  'query',
  'referrer',
  'hours',
  'after',
  'before',
  'share',
] as const
export type Kind = (typeof KINDS)[number]

export const DEVICES = ['phone', 'tablet', 'desktop'] as const
export const SYSTEMS = ['ios', 'android', 'windows', 'macos', 'chromeos', 'linux'] as const
export const BROWSERS = ['chrome', 'safari', 'firefox', 'edge', 'samsung', 'opera'] as const
/** Apps with a built-in browser that names itself. */
export const IN_APP_NAMES = [
  'instagram',
  'facebook',
  'messenger',
  'threads',
  'tiktok',
  'snapchat',
  'pinterest',
  'x',
  'linkedin',
  'reddit',
  'line',
  'wechat',
  'kakaotalk',
] as const
/** Values of the condition `app`. `any` is true for each app. */
export const APPS = ['any', ...IN_APP_NAMES] as const
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Stands for the id of a rule in the clicks of a link whose rules did not match. */
export const NO_RULE = 'else'
