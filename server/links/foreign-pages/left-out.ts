import { APP_NAME } from '#contract/app-constants.ts'
import type { DataList } from './data-links.ts'
import type { LeftOut } from './foreign-page.ts'
import type { PageItems } from './scan-items.ts'
import type { Target } from './targets.ts'

const NO_SUCH_PART = `${APP_NAME} pages don’t have these.`
const WEB_ONLY = `${APP_NAME} links lead to web pages only.`

const EMBEDS: [RegExp, string][] = [
  [/spotify|soundcloud|apple\.com|bandcamp|deezer|audiomack|tidal/i, 'a music player'],
  [/youtube|youtu\.be|vimeo|twitch|tiktok|wistia/i, 'a video'],
  [/maps|openstreetmap/i, 'a map'],
  [/calendly|cal\.com/i, 'a booking form'],
  [/typeform|jotform|mailchimp|substack|forms/i, 'a sign-up form'],
]

/** Lists the parts of a page that have no counterpart here. */
export function leftOutOf(
  page: PageItems,
  lists: DataList[],
  readTarget: (href: string) => Target,
): LeftOut[] {
  const embeds = page.embeds
    .filter((src) => src !== '' && !src.startsWith('about:'))
    .map((src) => EMBEDS.find(([host]) => host.test(src))?.[1] ?? 'embedded content')
  const parts = [
    ...embeds,
    ...(page.hasPlayer ? ['a player'] : []),
    ...(page.hasForm ? ['a sign-up form'] : []),
  ]
  return [...partsLeftOut(parts), ...targetsLeftOut(page, lists, readTarget)]
}

const partsLeftOut = (parts: string[]): LeftOut[] =>
  [...new Set(parts)].map((what) => ({ what, why: NO_SUCH_PART }))

function targetsLeftOut(
  page: PageItems,
  lists: DataList[],
  readTarget: (href: string) => Target,
): LeftOut[] {
  const hrefs = [
    ...page.items.flatMap((item) => (item.kind === 'link' ? [item.href] : [])),
    ...lists.flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === 'link' ? [item.href] : [])),
    ),
  ]
  const count = (kind: Target['kind']) =>
    new Set(hrefs.filter((href) => readTarget(href).kind === kind)).size
  const hidden = lists.reduce((sum, list) => sum + list.hidden, 0)
  return [
    ...counted(count('mail'), ['an email address', 'email addresses'], WEB_ONLY),
    ...counted(count('phone'), ['a phone number', 'phone numbers'], WEB_ONLY),
    ...counted(count('script'), ['a link that runs a script', 'links that run scripts'], WEB_ONLY),
    ...counted(hidden, ['a link', 'links'], 'Hidden on your old page.'),
  ]
}

function counted(count: number, [one, many]: [string, string], why: string): LeftOut[] {
  if (count === 0) return []
  return [{ what: count === 1 ? one : `${count} ${many}`, why }]
}
