import { randomBytes } from 'node:crypto'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { InferOutput } from 'valibot'
import { MAX_DOMAINS, type CustomDomain, type DomainEdit } from '#contract/page/domains.ts'
import { MAX_ID } from '#contract/common.ts'
import { lockUsers } from '../../platform/db/changes.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { linkDomains, links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { readDomain } from './domain-name.ts'
import { isActive, toCustomDomain } from './domains-presenter.ts'

/** Returns the condition for a domain of this user. Throws a 404 for an invalid id. */
export function ownDomain(userId: string, id: string) {
  const number = /^\d{1,10}$/.test(id) ? Number(id) : 0
  if (number < 1 || number > MAX_ID) throw new HTTPException(404)
  return and(ownDomains(userId), eq(linkDomains.id, number))
}

const ownDomains = (userId: string) =>
  and(eq(linkDomains.userId, userId), ne(linkDomains.status, 'removed'))

const withLinks = {
  row: linkDomains,
  links: sql<number>`(select count(*)::int from ${links} where ${eq(links.domainId, linkDomains.id)})`,
}

export async function listCustomDomains({ db, config }: Deps, userId: string) {
  const rows = await db
    .select(withLinks)
    .from(linkDomains)
    .where(ownDomains(userId))
    .orderBy(linkDomains.id)
    .limit(MAX_DOMAINS)
  return { results: rows.map((found) => toCustomDomain(found, config)) }
}

export async function getDomain({ db, config }: Deps, userId: string, id: string) {
  const [found] = await db.select(withLinks).from(linkDomains).where(ownDomain(userId, id))
  if (!found) throw new HTTPException(404)
  return toCustomDomain(found, config)
}

export async function addDomain(deps: Deps, userId: string, typed: string): Promise<CustomDomain> {
  const domain = readDomain(typed, deps.config)
  const id = await deps.db.transaction(async (tx) => {
    // Two concurrent requests must not exceed the limit.
    await lockUsers(tx, [userId])
    if ((await tx.$count(linkDomains, ownDomains(userId))) >= MAX_DOMAINS) {
      throw new FieldError(
        'non_field_errors',
        `You can have ${MAX_DOMAINS} domains. Remove one first.`,
      )
    }
    await refuseIfTaken(tx, userId, domain)
    const [added] = await tx
      .insert(linkDomains)
      .values({ userId, domain, ...newDomainValues() })
      // Adding a removed domain again reactivates the links that still refer to it.
      .onConflictDoUpdate({
        target: [linkDomains.userId, linkDomains.domain],
        set: newDomainValues(),
        setWhere: eq(linkDomains.status, 'removed'),
      })
      .returning({ id: linkDomains.id })
    if (!added) throw alreadyAddedError()
    await checkSoon(deps, tx)
    return added.id
  })
  return getDomain(deps, userId, String(id))
}

/** Returns the values of a new domain, including a new token. */
const newDomainValues = () => ({
  token: randomBytes(16).toString('hex'),
  ...restartedValues(),
  lastCheckedAt: null,
})

const restartedValues = () => ({
  status: 'pending' as const,
  validationCounter: 0,
  problem: null,
  nextCheckAt: new Date(),
})

const alreadyAddedError = () => new FieldError('domain', 'You have added this domain already.')
const formerlyAddedError = () =>
  new FieldError('domain', 'You had this domain before. Add it again to restore its links.')

/**
 * Rejects a domain that another account has verified. If it is verified by another account later,
 * the check reports it.
 */
async function refuseIfTaken(db: DbOrTx, userId: string, domain: string): Promise<void> {
  const isHeld = and(
    eq(linkDomains.domain, domain),
    inArray(linkDomains.status, ['verified', 'suspended', 'gone']),
    // `is distinct from` also matches a null owner.
    sql`${linkDomains.userId} is distinct from ${userId}`,
  )
  if ((await db.$count(linkDomains, isHeld)) > 0) {
    throw new FieldError(
      'domain',
      'Another account has verified this domain. Remove it there first.',
    )
  }
}

export async function editDomain(
  deps: Deps,
  userId: string,
  id: string,
  edit: InferOutput<typeof DomainEdit>,
): Promise<CustomDomain> {
  const own = ownDomain(userId, id)
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(linkDomains).where(own).for('update')
    if (!row) throw new HTTPException(404)
    const domain = edit.domain === undefined ? row.domain : readDomain(edit.domain, deps.config)
    if (domain !== row.domain) {
      if (row.status === 'verified' || row.status === 'suspended') {
        throw new FieldError(
          'domain',
          'This domain is in use, so it cannot be renamed. Add the other domain as a new one.',
        )
      }
      await rename(tx, row.id, userId, domain)
      await checkSoon(deps, tx)
    }
    if (edit.is_main !== undefined) await setMain(tx, row, userId, edit.is_main)
  })
  return getDomain(deps, userId, id)
}

async function rename(tx: Tx, id: number, userId: string, domain: string): Promise<void> {
  await refuseIfTaken(tx, userId, domain)
  const same = and(eq(linkDomains.userId, userId), eq(linkDomains.domain, domain))
  const [other] = await tx.select({ status: linkDomains.status }).from(linkDomains).where(same)
  if (other) throw other.status === 'removed' ? formerlyAddedError() : alreadyAddedError()
  await tx
    .update(linkDomains)
    .set({ domain, ...newDomainValues() })
    .where(eq(linkDomains.id, id))
}

async function setMain(
  tx: Tx,
  row: typeof linkDomains.$inferSelect,
  userId: string,
  isMain: boolean,
): Promise<void> {
  if (isMain && !isActive(row)) {
    throw new FieldError('is_main', 'Only a verified domain can be used for new links.')
  }
  if (isMain) {
    await tx.update(linkDomains).set({ isMain: false }).where(eq(linkDomains.userId, userId))
  }
  await tx.update(linkDomains).set({ isMain }).where(eq(linkDomains.id, row.id))
}

/** Restarts the checks of a domain. A domain in use stays in use meanwhile. */
export async function restartChecks(deps: Deps, userId: string, id: string): Promise<CustomDomain> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(linkDomains).where(ownDomain(userId, id)).for('update')
    if (!row) throw new HTTPException(404)
    const isHeld = row.status === 'verified' || row.status === 'suspended'
    const { status, problem, ...again } = restartedValues()
    await tx
      .update(linkDomains)
      .set(isHeld ? again : { ...again, status, problem })
      .where(eq(linkDomains.id, row.id))
    await checkSoon(deps, tx)
  })
  return getDomain(deps, userId, id)
}

/** Starts a check at once instead of at the next scheduled minute. */
const checkSoon = ({ jobs }: Deps, tx: Tx) =>
  jobs.add(tx, 'domain-checks', {}, { key: 'domain-checks:now', maxAttempts: 1 })

/**
 * Returns whether a domain was verified at its last check. The proxy may request a certificate only
 * for these.
 */
export async function isVerified(db: DbOrTx, domain: string): Promise<boolean> {
  const row = and(eq(linkDomains.domain, domain), eq(linkDomains.status, 'verified'))
  return domain !== '' && (await db.$count(linkDomains, row)) > 0
}
