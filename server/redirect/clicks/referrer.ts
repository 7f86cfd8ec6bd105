import type { Config } from '../../platform/config/config.ts'
import { RecentValues } from '../../platform/recent-values.ts'

/** Maximum length of a name in DNS. */
const MAX_HOST_LENGTH = 253

const recent = new RecentValues<string>(1000)
/**
 * Maximum length of a cached referrer. Longer ones are rare, and a thousand of them would take much
 * memory.
 */
const MAX_CACHED_LENGTH = 500

/** Returns the referring host without `www.`. Paths and queries are not stored. */
export function referrerHost(referrer: string): string {
  if (referrer === '') return ''
  const known = recent.get(referrer)
  if (known !== undefined) return known
  const host = hostIn(referrer)
  if (referrer.length <= MAX_CACHED_LENGTH) recent.set(referrer, host)
  return host
}

/**
 * Sites of Android apps that send their package name as the referrer, so that an app and its site
 * share one row in the analytics. Other apps are shown by their package name.
 */
const APPS: Record<string, string> = {
  __proto__: null as never,
  'com.facebook.katana': 'facebook.com',
  'com.facebook.orca': 'messenger.com',
  'com.google.android.gm': 'mail.google.com',
  'com.google.android.googlequicksearchbox': 'google.com',
  'com.instagram.android': 'instagram.com',
  'com.linkedin.android': 'linkedin.com',
  'com.pinterest': 'pinterest.com',
  'com.reddit.frontpage': 'reddit.com',
  'com.slack': 'slack.com',
  'com.snapchat.android': 'snapchat.com',
  'com.twitter.android': 'twitter.com',
  'com.whatsapp': 'whatsapp.com',
  'com.zhiliaoapp.musically': 'tiktok.com',
  'org.telegram.messenger': 't.me',
}

/** Returns the referrer host of our own pages. */
export const ownHostOf = ({ appOrigin }: Pick<Config, 'appOrigin'>) => referrerHost(`${appOrigin}/`)

function hostIn(referrer: string): string {
  const [, app] = /^android-app:\/\/([a-z0-9._]+)(?:[/?#]|$)/i.exec(referrer) ?? []
  if (app !== undefined) return APPS[app.toLowerCase()] ?? app.toLowerCase()
  const [, host = ''] =
    /^https?:\/\/(?:[^/?#@]*@)?([a-z0-9._-]+)(?::\d*)?(?:[/?#]|$)/i.exec(referrer) ?? []
  if (host.length > MAX_HOST_LENGTH) return ''
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
}
