import { randomInt } from 'node:crypto'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { SHORT_CODE_TAKEN } from '#contract/links/codes.ts'
import { formerCodes, links } from '../platform/db/schema.ts'
import { isUniqueViolation as isTakenIn } from '../platform/db/unique.ts'
import { FieldError } from '../platform/http/errors.ts'
import type { DbOrTx, Tx } from '../platform/db/client.ts'
import { isReservedName } from '../platform/http/reserved-names.ts'
import type { LinkPlace } from './link-key.ts'

/** Characters of a code: none that look alike (0 o, 1 i l), and no vowels, to avoid words. */
const ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'
const ATTEMPTS = 10

/** Source of random integers from 0 to below `most`. Tests replace it. */
export const random = { below: (maxFormerCodes: number): number => randomInt(maxFormerCodes) }

/**
 * Returns a random code. Later attempts are one character longer, in case most codes of six are
 * used.
 */
function randomCode(attempt: number): string {
  const length = attempt < ATTEMPTS / 2 ? 6 : 7
  return Array.from({ length }, () => ALPHABET[random.below(ALPHABET.length)]).join('')
}

/** Returns a code that no link of this domain uses. */
export async function freeCode(db: DbOrTx, domainId: number): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const code = randomCode(attempt)
    if (!isReservedName(code) && !(await isTaken(db, domainId, code))) return code
  }
  throw new Error('no free short code found')
}

/** Returns several different codes that no link of this domain uses. */
export async function freeCodes(db: DbOrTx, domainId: number, count: number): Promise<string[]> {
  const codes = new Set<string>()
  for (let attempt = 0; codes.size < count; attempt++) {
    if (attempt === ATTEMPTS) throw new Error('no free short codes found')
    const tries = Array.from({ length: count - codes.size }, () => randomCode(attempt))
    const used = await usedCodes(db, domainId, tries)
    for (const code of tries) if (!isReservedName(code) && !used.has(code)) codes.add(code)
  }
  return [...codes]
}

/** Returns which of these codes are used, in lower case. */
async function usedCodes(db: DbOrTx, domainId: number, codes: string[]): Promise<Set<string>> {
  const lower = sql<string>`lower(${links.shortCode})`
  const given = await db
    .select({ code: lower })
    .from(links)
    .where(and(eq(links.domainId, domainId), inArray(lower, codes)))
    .union(
      db
        .select({ code: formerCodes.code })
        .from(formerCodes)
        .where(and(eq(formerCodes.domainId, domainId), inArray(formerCodes.code, codes))),
    )
  return new Set(given.map(({ code }) => code))
}

async function isTaken(db: DbOrTx, domainId: number, code: string): Promise<boolean> {
  const [row] = await db
    .select({ id: links.id })
    .from(links)
    .where(
      and(eq(links.domainId, domainId), eq(sql`lower(${links.shortCode})`, code.toLowerCase())),
    )
    .union(db.select({ id: formerCodes.linkId }).from(formerCodes).where(isFormer(domainId, code)))
    .limit(1)
  return row !== undefined
}

const isFormer = (domainId: number, code: string) =>
  and(eq(formerCodes.domainId, domainId), eq(formerCodes.code, code.toLowerCase()))

/** Runs `write` again with new codes as long as another transaction took the code first. */
export async function withFreshCode<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt === ATTEMPTS || !isCodeTaken(error)) throw error
    }
  }
}

/** Returns whether the unique index or `refuseFormer` rejected a code. */
export function isCodeTaken(error: unknown): boolean {
  if (error instanceof FieldError) return error.errors['short_code']?.[0] === SHORT_CODE_TAKEN
  return isTakenIn(error, 'links_codes')
}

export const codeTakenError = () => new FieldError('short_code', SHORT_CODE_TAKEN)

/** Throws if the installation itself uses this code or reserves it. */
export function refuseReservedCode(code: string): void {
  if (isReservedName(code))
    throw new FieldError('short_code', 'This code is reserved. Choose another.')
}

/**
 * Throws if another link has given this code up, because it may be in print. Call it after the
 * write: the unique index makes the write wait for a concurrent rename, whose former code is
 * visible only then.
 */
export async function refuseFormer(tx: Tx, domainId: number, code: string, linkId: string) {
  const [row] = await tx
    .select({ linkId: formerCodes.linkId })
    .from(formerCodes)
    .where(and(isFormer(domainId, code), ne(formerCodes.linkId, linkId)))
  if (row) throw codeTakenError()
}

/** Checks several new links like `refuseFormer`. */
export async function refuseFormerOf(tx: Tx, added: LinkPlace[]) {
  const codes = added.map(({ shortCode }) => shortCode.toLowerCase())
  const former = await tx.select().from(formerCodes).where(inArray(formerCodes.code, codes))
  const isNow = (one: typeof formerCodes.$inferSelect) =>
    added.some(
      ({ domainId, shortCode, exactCode }) =>
        domainId === one.domainId &&
        shortCode.toLowerCase() === one.code &&
        // Exact codes that differ in case are different codes.
        (!exactCode || one.exactCode === '' || one.exactCode === shortCode),
    )
  if (former.some(isNow)) throw codeTakenError()
}

/**
 * Stores the code that a link gives up, and deletes the entry of a code that it takes back. Codes
 * are never released, so a link can give up at most `most`.
 */
export async function storeFormerCode(
  tx: Tx,
  linkId: string,
  before: LinkPlace,
  after: LinkPlace,
  maxFormerCodes: number,
) {
  await tx.delete(formerCodes).where(isFormer(after.domainId, after.shortCode))
  if ((await tx.$count(formerCodes, eq(formerCodes.linkId, linkId))) >= maxFormerCodes) {
    throw new FieldError('short_code', tooManyCodes(maxFormerCodes))
  }
  const { domainId, shortCode, exactCode } = before
  await tx.insert(formerCodes).values({
    domainId,
    code: shortCode.toLowerCase(),
    exactCode: exactCode ? shortCode : '',
    linkId,
  })
}

const tooManyCodes = (maxFormerCodes: number) =>
  `This link has had ${maxFormerCodes} earlier codes, the maximum. Choose one of those again, or create a new link.`
