import { plainText, withoutEntities } from '../extraction/text.ts'
import type { Scan } from '../extraction/scan-page.ts'
import type { ForeignPage } from './foreign-page.ts'
import type { PageItems } from './scan-items.ts'

type Profile = Pick<ForeignPage, 'title' | 'description' | 'pictures'>
type Sources = { scan: Scan; data: unknown[]; url: string }

const PICTURE_HINT = /avatar|profile|portrait|logo|headshot/i
const AVATAR_KEY = /^(?:profile|avatar|user)?(?:picture|avatar|photo|image|pic)(?:url|src)?$/i
const NAME_KEY = /^(?:pagetitle|displayname|profiletitle|fullname|profilename)$/i
const BIO_KEY = /^(?:description|bio|about|tagline|subtitle|headline)$/i
/** Keys that only the object of a person or a page has. */
const PERSON_KEY =
  /^(?:username|handle|slug|displayname|bio|profilepicture(?:url)?|avatar(?:url)?)$/i

/** Reads the name, the text and the pictures of the person a page is about. */
export function readProfile(page: PageItems, { scan, data, url }: Sources): Profile {
  const { items } = page
  const heading = items.find((item) => item.kind === 'heading' && item.level === 1)
  const person = data.map((value) => findPerson(value, 0)).find((found) => found !== undefined)
  const shown = heading?.kind === 'heading' ? heading.text : undefined
  // A name says more than a handle.
  const names = shown?.startsWith('@') ? [person?.name, shown] : [shown, person?.name]
  const title =
    names.find((name) => name !== undefined) ??
    ownPart(scan.meta.get('og:title')?.[0] ?? scan.titles[0] ?? '', scan, url)
  const firstLink = items.findIndex(({ kind }) => kind === 'link')
  const head = items.slice(0, firstLink < 0 ? items.length : firstLink)
  const images = items.flatMap((item) => (item.kind === 'image' ? [item] : []))
  const pictures = [
    person?.picture,
    images.find(({ hint }) => PICTURE_HINT.test(hint))?.src,
    ...head.flatMap((item) => (item.kind === 'image' ? [item.src] : [])),
    scan.meta.get('og:image')?.[0],
  ]
  return {
    title: plainText(withoutEntities(title)) ?? new URL(url).hostname,
    description: person?.bio ?? textBelow(head, title) ?? describedIn(scan, url) ?? '',
    pictures: [...new Set(pictures.filter((one) => one !== undefined))],
  }
}

/** Returns the first text after the name. */
function textBelow(head: PageItems['items'], title: string): string | undefined {
  const at = head.findIndex((item) => item.kind === 'heading' && item.level === 1)
  const text = head.slice(at + 1).find((item) => item.kind === 'text' && item.text !== title)
  return at >= 0 && text?.kind === 'text' ? text.text : undefined
}

/** Returns the description for search engines, unless the service advertises itself in it. */
function describedIn(scan: Scan, url: string): string | undefined {
  const text = plainText(scan.meta.get('og:description')?.[0] ?? scan.meta.get('description')?.[0])
  const service = serviceName(scan, url)
  return text?.toLowerCase().includes(service) ? undefined : text
}

/** Removes the name of the service from a title such as "Ana | Service". */
function ownPart(title: string, scan: Scan, url: string): string {
  const parts = title.split(/\s+[|–—·:-]\s+|\s*\|\s*/).filter(Boolean)
  const service = serviceName(scan, url)
  return parts.find((part) => !part.toLowerCase().includes(service)) ?? title
}

const serviceName = (scan: Scan, url: string) =>
  (
    scan.meta.get('og:site_name')?.[0] ??
    new URL(url).hostname
      .replace(/^www\./, '')
      .split('.')
      .slice(-2)[0] ??
    ''
  ).toLowerCase()

type Person = { name: string | undefined; bio: string | undefined; picture: string | undefined }
const MAX_DEPTH = 10

/** Returns the first object in the data that describes a person. */
function findPerson(value: unknown, depth: number): Person | undefined {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value).map(
    ([key, one]) => [key.replace(/[_-]/g, ''), one] as const,
  )
  if (entries.filter(([key]) => PERSON_KEY.test(key)).length >= 2) {
    const text = (key: RegExp) => {
      const [, found] =
        entries.find(([name, one]) => key.test(name) && typeof one === 'string') ?? []
      return plainText(found)
    }
    const picture = text(AVATAR_KEY)
    const name = text(NAME_KEY) ?? text(/^(?:title|name)$/i) ?? text(/^(?:username|handle)$/i)
    return {
      name,
      bio: text(BIO_KEY),
      picture: picture && /^(?:https?:)?\//.test(picture) ? picture : undefined,
    }
  }
  for (const [, child] of entries) {
    const found = findPerson(child, depth + 1)
    if (found) return found
  }
  return undefined
}
