import { parse } from 'tldts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Kind of an address on a page, as far as the address itself tells it. */
export type TargetKind =
  | 'content'
  /** Page of the service itself: its start page, sign-up, rules or another user's page. */
  | 'service'
  | 'share'
  | 'mail'
  | 'phone'
  | 'script'
  | 'none'
export type Target = { kind: TargetKind; url: string }

/** Names of pages that collect links on a person's own website. */
const LINK_PAGE =
  /^(?:links?|link-?in-?bio|bio|linktree|start|connect|socials?|me|home|index\..+)$/i
const LEGAL =
  /(?:^|\/)(?:privacy|terms|cookies?|legal|imprint|impressum|report|abuse|login|log-in|signin|sign-in|signup|sign-up|register|pricing|help|support|about-us)(?:[/._-]|$)/i
const REDIRECT = /^\/(?:r|go|out|to|click|clicks|redirect|visit|l|link|links)\//i
const SHARE =
  /^(?:(?:www\.|m\.)?facebook\.com\/(?:sharer|dialog\/share)|(?:www\.)?(?:twitter|x)\.com\/(?:intent|share)|(?:www\.)?linkedin\.com\/(?:sharing|sharearticle)|(?:www\.)?pinterest\.[a-z.]+\/pin\/create|t\.me\/share|(?:api\.whatsapp\.com\/send|wa\.me)\/?\?text=|(?:www\.)?reddit\.com\/submit)/i

/** Hosts whose addresses only count a click and name their target in a parameter. */
const COUNTERS: Record<string, string> = {
  __proto__: null as never,
  'l.instagram.com': 'u',
  'l.facebook.com': 'u',
  'lm.facebook.com': 'u',
  'www.google.com': 'q',
  'www.youtube.com': 'q',
  'out.reddit.com': 'url',
}
/** Parameters in which a service names the target of its own redirect. */
const OWN_PARAMETERS = ['url', 'u', 'to', 'target', 'redirect', 'dest', 'destination', 'link']

const siteOf = (host: string) => parse(host).domain ?? host

/**
 * Reads addresses of one page. Redirects that only count clicks are replaced by their target, but
 * those of affiliate networks are kept, because they pay the creator.
 */
export function targetReader(pageUrl: string): (href: string) => Target {
  const page = new URL(pageUrl)
  return function readTarget(href) {
    const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase()
    if (scheme === 'mailto') return { kind: 'mail', url: href }
    if (scheme === 'tel' || scheme === 'sms') return { kind: 'phone', url: href }
    if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
      return { kind: 'script', url: href }
    if (href.trim().startsWith('#') || !canParseUrl(href, page.href)) return NO_TARGET
    const url = new URL(href, page.href)
    const final = unwrapped(url, page)
    return { kind: kindOf(final, page), url: final.href }
  }
}

const NO_TARGET: Target = { kind: 'none', url: '' }

function unwrapped(url: URL, page: URL): URL {
  const counter = COUNTERS[url.hostname]
  const isOwn = siteOf(url.hostname) === siteOf(page.hostname)
  const isCounter = counter !== undefined && /^\/(?:$|l\.php|url|redirect|link)/.test(url.pathname)
  const names = isCounter ? [counter] : isOwn ? OWN_PARAMETERS : []
  const target = names
    .map((name) => url.searchParams.get(name))
    .find((value) => value !== null && /^https?:\/\//i.test(value) && canParseUrl(value))
  return target ? new URL(target) : url
}

function kindOf(url: URL, page: URL): TargetKind {
  if (SHARE.test(`${url.host}${url.pathname}${url.search}`)) return 'share'
  if (siteOf(url.hostname) !== siteOf(page.hostname)) return 'content'
  if (url.href.replace(/[#?].*$/s, '') === page.href.replace(/[#?].*$/s, '')) return 'none'
  return isServicePage(url, page) ? 'service' : 'content'
}

/**
 * Returns whether an address of the same site belongs to the service. A page at `host/ana` is one
 * of many there; one at `host/links` or at the root of a host belongs to its owner.
 */
function isServicePage(url: URL, page: URL): boolean {
  const path = page.pathname.replace(/\/+$/, '')
  if (LEGAL.test(url.pathname)) return true
  if (REDIRECT.test(url.pathname)) return false
  if (url.hostname !== page.hostname) return true
  if (url.pathname.replace(/\/+$/, '') === '') return true
  const isOwnSite = path === '' || LINK_PAGE.test(path.slice(path.lastIndexOf('/') + 1))
  return !isOwnSite && !url.pathname.startsWith(`${path}/`)
}

/** Hosts of social networks whose icons need no text. */
const SOCIAL_HOST =
  /^(?:www\.|m\.|open\.)?(?:instagram|tiktok|youtube|facebook|twitter|x|threads|pinterest|linkedin|twitch|snapchat|spotify|soundcloud|discord|patreon|substack|github|reddit|vimeo|tumblr|medium|telegram|bandcamp|mastodon|behance|dribbble|goodreads|strava)\.[a-z.]{2,7}$|^(?:bsky\.app|wa\.me|t\.me|discord\.gg|ko-fi\.com|mastodon\.[a-z]+)$/i
/** Names of networks, as labels of icons and as types in data. */
const NETWORK_NAME =
  /^(?:(?:follow|find|visit)?(?: me| us)?(?: on)? ?)?(?:instagram|insta|ig|tik[ _-]?tok|you[ _-]?tube|facebook|fb|twitter|x|x \(twitter\)|threads|pinterest|linked[ _-]?in|twitch|snapchat|spotify|soundcloud|discord|patreon|substack|github|reddit|vimeo|tumblr|medium|telegram|whatsapp|bandcamp|mastodon|bluesky|behance|dribbble|goodreads|strava|ko-?fi)(?: (?:icon|logo|profile|page|channel|account|link))?$/i

export const isSocialHost = (url: string) => SOCIAL_HOST.test(new URL(url).hostname)
export const isNetworkName = (text: string) => NETWORK_NAME.test(text.trim())
