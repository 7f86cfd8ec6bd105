import { randomInt } from 'node:crypto'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { SLUG_MAX, SLUG_MIN } from '#contract/page/pages.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { formerSlugs, pages, users } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { isReservedPageName } from '../../platform/http/reserved-names.ts'
import { findPage } from './page-rows.ts'
import { slugText } from './slug-text.ts'

/** Maximum number of former slugs per page. They are never released. */
export const MAX_FORMER_SLUGS = 20

type NamedPage = { id: number; slug: string }

/**
 * Throws if a slug is not free. Until the transaction ends, no other page can take it, nor the slug
 * that `page` gives up.
 */
export async function claimSlug(tx: Tx, slug: string, page?: NamedPage): Promise<void> {
  if (isReservedPageName(slug))
    throw new FieldError('slug', 'This name is reserved. Choose another.')
  await lockSlugs(tx, page ? [slug, page.slug] : [slug])
  const used = await takenSlugs(tx, [slug], page?.id)
  if (used.has(slug)) throw new FieldError('slug', 'This name is taken. Choose another.')
}

/** Locks slugs in alphabetical order to avoid deadlocks. */
async function lockSlugs(tx: Tx, slugs: string[]): Promise<void> {
  for (const slug of [...new Set(slugs)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${slug}`}, 0))`)
  }
}

/**
 * Reserves the slug that a page gives up. It is never given to another page and redirects to this
 * one.
 */
export async function retireSlug(tx: Tx, { id, slug }: NamedPage, next: string): Promise<void> {
  await tx.delete(formerSlugs).where(eq(formerSlugs.slug, next))
  if ((await tx.$count(formerSlugs, eq(formerSlugs.pageId, id))) >= MAX_FORMER_SLUGS) {
    throw new FieldError(
      'slug',
      `This page has had ${MAX_FORMER_SLUGS} earlier names, the maximum. Choose one of those again.`,
    )
  }
  await tx.insert(formerSlugs).values({ slug, pageId: id })
}

/**
 * Returns which of these slugs other pages have or had. The page's own former slugs are free for
 * it.
 */
async function takenSlugs(db: DbOrTx, slugs: string[], pageId = 0): Promise<Set<string>> {
  const rows = await db
    .select({ slug: pages.slug })
    .from(pages)
    .where(and(inArray(pages.slug, slugs), ne(pages.id, pageId)))
    .union(
      db
        .select({ slug: formerSlugs.slug })
        .from(formerSlugs)
        .where(and(inArray(formerSlugs.slug, slugs), ne(formerSlugs.pageId, pageId))),
    )
  return new Set(rows.map(({ slug }) => slug))
}

/** Returns whether the user could use this slug for their page. True for the slug it has now. */
export async function isAvailable(db: DbOrTx, userId: string, slug: string): Promise<boolean> {
  const own = await findPage(db, userId)
  if (own?.page.slug !== slug && isReservedPageName(slug)) return false
  return !(await takenSlugs(db, [slug], own?.page.id)).has(slug)
}

/** Characters of random endings: no look-alikes, and no vowels, so that no words appear. */
const ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'
const CANDIDATES = 20
const ATTEMPTS = 10

/**
 * Returns a slug based on a text that is free at the moment: unchanged, numbered, or with random
 * letters.
 */
export async function freeSlug(db: DbOrTx, userId: string, text: string): Promise<string> {
  const base = baseSlug(text)
  const own = await findPage(db, userId)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const candidates = candidatesOf(base, attempt)
    const used = await takenSlugs(db, candidates, own?.page.id)
    const free = candidates.find((slug) => !isReservedPageName(slug) && !used.has(slug))
    if (free !== undefined) return free
  }
  throw new Error('no free slug found')
}

export async function freeSlugOfName(db: DbOrTx, userId: string): Promise<string> {
  const [name] = await db
    .select({ first: users.nameFirst, last: users.nameLast })
    .from(users)
    .where(eq(users.id, userId))
  return freeSlug(db, userId, `${name?.first ?? ''} ${name?.last ?? ''}`)
}

/** Returns the start of a slug; empty if no character of the text is usable. */
function baseSlug(text: string): string {
  const slug = cut(slugText(text), SLUG_MAX)
  return slug === '' || slug.length >= SLUG_MIN ? slug : `${slug}-page`
}

/** Returns other names with each attempt. A reserved name stays reserved with letters behind it. */
function candidatesOf(base: string, attempt: number): string[] {
  if (attempt === 0 && base !== '') return numberedCandidates(base)
  return randomCandidates(attempt < ATTEMPTS / 2 ? base : '')
}

const numberedCandidates = (slug: string) => [
  slug,
  ...Array.from({ length: CANDIDATES }, (_, index) => withEnd(slug, String(index + 2))),
]

const randomCandidates = (slug: string) =>
  Array.from({ length: CANDIDATES }, () => {
    const letters = Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)])
    return withEnd(slug || 'page', letters.join(''))
  })

const withEnd = (slug: string, end: string) => `${cut(slug, SLUG_MAX - end.length - 1)}-${end}`

/** Shortens a slug without a dash at its end, and at a word boundary if enough remains. */
function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug
  const start = slug.slice(0, length + 1)
  const words = start.slice(0, Math.max(0, start.lastIndexOf('-')))
  return (words.length >= length / 2 ? words : slug.slice(0, length)).replace(/-+$/, '')
}
