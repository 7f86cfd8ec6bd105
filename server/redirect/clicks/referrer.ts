import { LRUCache } from 'lru-cache'
import type { Config } from '../../platform/config/config.ts'

/** The longest name DNS allows. */
const LONGEST_HOST = 253

const recent = new LRUCache<string, string>({ max: 1000 })
/** Longer ones are rare, and a thousand of them would be large. */
const LONGEST_KEPT = 500

/** Host of the page a click came from, without `www.`; paths and queries are not kept (D-28). */
export function referrerHost(referrer: string): string {
  if (referrer === '') return ''
  const known = recent.get(referrer)
  if (known !== undefined) return known
  const host = hostIn(referrer)
  if (referrer.length <= LONGEST_KEPT) recent.set(referrer, host)
  return host
}

/**
 * Sites of Android apps that send their package name as the referrer, so that an app and its site are
 * one row in the analytics. Other apps are shown by their package name.
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

/** Where our own pages say that a click came from. */
export const ownHostOf = ({ appOrigin }: Pick<Config, 'appOrigin'>) => referrerHost(`${appOrigin}/`)

function hostIn(referrer: string): string {
  const [, app] = /^android-app:\/\/([a-z0-9._]+)(?:[/?#]|$)/i.exec(referrer) ?? []
  if (app !== undefined) return APPS[app.toLowerCase()] ?? app.toLowerCase()
  const [, host = ''] =
    /^https?:\/\/(?:[^/?#@]*@)?([a-z0-9._-]+)(?::\d*)?(?:[/?#]|$)/i.exec(referrer) ?? []
  if (host.length > LONGEST_HOST) return ''
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
}
