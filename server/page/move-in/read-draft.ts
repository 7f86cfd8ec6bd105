import { shortenText } from '#contract/text/graphemes.ts'
import type { LeftOut, MoveInDraft } from '#contract/page/move-in.ts'
import { readSocialAddress } from '#contract/social/social-addresses.ts'
import { MAX_SOCIAL_LINKS } from '#contract/social/social-links.ts'
import type { Upload } from '#contract/images/uploads.ts'
import type { Deps } from '../../env.ts'
import type { FoundLink, FoundSection } from '../../links/foreign-pages/foreign-page.ts'
import { findPage } from '../pages/page-rows.ts'
import { freeSlug } from '../pages/slugs.ts'
import { checkTargets, MAX_SECTION_TITLE } from './check-targets.ts'
import { pictureCopier } from './copy-pictures.ts'
import { findOwnLinks } from './own-links.ts'
import { CUT_PAGE, fetchPage } from './fetch-page.ts'
import { lookOf } from './look.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Reads the user's page at another service. Stores only copies of its pictures. */
export async function readDraft(
  deps: Deps,
  userId: string,
  typed: string,
  signal: AbortSignal,
): Promise<MoveInDraft> {
  const { url, page, isCut } = await fetchPage(deps, typed, signal)
  const { sections, leftOut: refused } = await checkTargets(deps, page.sections)
  const { social, leftOut: extraAccounts } = toSocial(page.social)
  const pictures = await copyPictures(deps, userId, { url, page: { ...page, sections }, signal })
  const known = await findOwnLinks(
    deps.db,
    userId,
    sections.flatMap(({ links }) => links.map((link) => link.url)),
  )
  const title = shortenText(page.title, 80)
  return {
    url,
    title,
    description: shortenText(page.description, 300),
    slug: await freeSlug(deps.db, userId, nameInAddress(url) ?? title),
    ...toPicture(pictures.cover),
    look: lookOf(page),
    sections: sections.map((section) => ({
      title: shortenText(section.title, MAX_SECTION_TITLE),
      links: section.links.map((link) => ({
        url: link.url,
        title: link.title,
        ...toPicture(pictures.ofLinks.get(link.picture ?? '')),
        is_existing: known.has(link.url),
      })),
    })),
    social,
    has_page: (await findPage(deps.db, userId)) !== undefined,
    left_out: [
      ...page.leftOut,
      ...refused,
      ...extraAccounts,
      ...pictures.leftOut,
      ...(isCut ? [CUT_PAGE] : []),
    ],
  }
}

const toPicture = (upload: Upload | undefined) => ({
  image_upload_id: upload?.id ?? null,
  image_url: upload?.image_url ?? null,
})

/** Returns the name of a person in an address such as `host/@ana`. */
function nameInAddress(url: string): string | undefined {
  const [first = '', second] = new URL(url).pathname.split('/').filter(Boolean)
  const name = first.replace(/^@/, '')
  return second === undefined && /^[\w.-]{3,40}$/.test(name) ? name : undefined
}

function toSocial(urls: string[]): { social: MoveInDraft['social']; leftOut: LeftOut[] } {
  const accounts = new Map<string, { name: string; url: string }>()
  for (const typed of urls) {
    const { address } = readSocialAddress(typed)
    if (address) accounts.set(address.url.toLowerCase(), { name: address.name, url: address.url })
  }
  const all = [...accounts.values()]
  const extra = all.length - MAX_SOCIAL_LINKS
  const why = `You can have ${MAX_SOCIAL_LINKS} social links.`
  return {
    social: all.slice(0, MAX_SOCIAL_LINKS),
    leftOut: extra > 0 ? [{ what: `${extra} social accounts`, why }] : [],
  }
}

type PageToCopy = {
  url: string
  page: { pictures: string[]; sections: FoundSection[] }
  signal: AbortSignal
}

async function copyPictures(deps: Deps, userId: string, { url, page, signal }: PageToCopy) {
  const copy = pictureCopier(deps, userId, signal)
  const absolute = (src: string) => (canParseUrl(src, url) ? [new URL(src, url).href] : [])
  const links: FoundLink[] = page.sections.flatMap((section) => section.links)
  const sources = [...new Set(links.flatMap(({ picture }) => (picture ? [picture] : [])))]
  const [cover, ...copies] = await Promise.all([
    copy('split_page', page.pictures.flatMap(absolute)),
    ...sources.map((src) => copy('link_preview', absolute(src))),
  ])
  const ofLinks = new Map<string, Upload>()
  for (const [n, upload] of copies.entries()) if (upload) ofLinks.set(sources[n] ?? '', upload)
  const missing = sources.length - ofLinks.size
  return { cover, ofLinks, leftOut: missing > 0 ? [missingPictures(missing)] : [] }
}

const missingPictures = (count: number): LeftOut => ({
  what: count === 1 ? 'a picture' : `${count} pictures`,
  why: 'Pictures that are small, not photos or slow to load are not copied.',
})
