import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import {
  clickEvents,
  clickHours,
  conversions,
  formerCodes,
  linkDays,
  links,
  publicProfiles,
  redemptions,
  uploads,
  userDays,
  users,
} from '../../../../server/platform/db/schema.ts'
import { purgeAccounts } from '../../../../server/operator/leaving/purge-job.ts'
import { purgeDue } from '../../../../server/operator/leaving/purge.ts'
import { PERSONAL_TABLES } from '../../../../server/operator/leaving/personal-tables.ts'
import { leaveAccount, leaverOf, placesOf, purge } from '#support/server/leaving.ts'
import { addPage } from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { addLink, clickOn, newCode, visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addInstantShop, addEarner, redeem } from '#support/server/money/wallet.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer({ listen: true })
const test = withPeople(server)
const other = await startTestServer({ listen: true, sharedServer: server })

const at = async (path: string, on = other) => (await visit(on, path)).status
const isThere = async ({ uuid }: Person) =>
  (await server.deps.db.$count(users, eq(users.id, uuid))) === 1

/** Stores a picture and inserts its row. */
async function sentPicture(person: Person, content = randomUUID()) {
  const imageKey = await server.deps.media.put(Buffer.from(content), 'webp')
  const row = { userId: person.uuid, kind: 'profile', imageKey, width: 1, height: 1 }
  const [upload] = await server.deps.db.insert(uploads).values(row).returning()
  if (!upload) throw new Error('no upload')
  return { id: upload.id, imageKey }
}

describe('data of a deleted user', () => {
  test('is only in the tables that the list keeps', async ({ ana }) => {
    const mark = `zz${randomUUID().slice(0, 8)}`
    const { db } = server.deps
    await db.update(users).set({ nameFirst: mark, nameLast: mark }).where(eq(users.id, ana.uuid))
    await db.insert(publicProfiles).values({ userId: ana.uuid, contactEmail: `${mark}@me.example` })
    const url = `https://${mark}.example/`
    const link = await addLink(server, { userId: ana.uuid, name: mark, url })
    await addPage(ana, { title: mark })
    server.deps.clicks.record(clickOn(link))
    await server.deps.clicks.settle()
    await leaveAccount(server, ana, { reason: mark })
    await purge(server)
    expect(await placesOf(server, mark)).toEqual([])
    expect(await placesOf(server, ana.email)).toEqual(['leavers.email'])
    const kept = await placesOf(server, ana.uuid)
    for (const place of kept) {
      const [table = ''] = place.split('.')
      expect([table, PERSONAL_TABLES[table]?.fate]).not.toEqual([table, 'delete'])
      expect(PERSONAL_TABLES[table]?.fate).not.toBe('nobody')
    }
  })

  test('is deleted with clicks and visitor hashes; data of others stays', async () => {
    const [ana, ben] = [await signUp(server), await signUp(server)]
    const hers = await addLink(server, { userId: ana.uuid })
    const his = await addLink(server, { userId: ben.uuid })
    for (const link of [hers, his]) server.deps.clicks.record(clickOn(link))
    await server.deps.clicks.settle()
    await leaveAccount(server, ana)
    await purge(server)
    const { db } = server.deps
    const left = async (table: typeof clickEvents | typeof clickHours | typeof linkDays) => {
      const rows = await db
        .select({ linkId: table.linkId })
        .from(table)
        .where(inArray(table.linkId, [hers.id, his.id]))
      return new Set(rows.map(({ linkId }) => linkId))
    }
    for (const table of [clickEvents, clickHours, linkDays])
      expect(await left(table)).toEqual(new Set([his.id]))
    expect(await db.$count(userDays, eq(userDays.userId, ana.uuid))).toBe(0)
    expect(await db.$count(userDays, eq(userDays.userId, ben.uuid))).toBeGreaterThan(0)
  })

  test('has its pictures deleted, unless another user has the same', async () => {
    const [ana, ben] = [await signUp(server), await signUp(server)]
    const own = await sentPicture(ana)
    const shared = randomUUID()
    const both = await sentPicture(ana, shared)
    await sentPicture(ben, shared)
    await leaveAccount(server, ana)
    await purge(server)
    expect(await server.deps.media.read(own.imageKey)).toBeNull()
    expect(await server.deps.media.read(both.imageKey)).not.toBeNull()
  })

  test('keeps the ledger to the cent, without personal data', async () => {
    const ana = await addEarner(server, await addInstantShop(server), 40)
    expect((await redeem(ana, { value: 10 })).status).toBe(201)
    const { db } = server.deps
    const { sql } = server.deps
    const entries = () => sql`select * from ledger_entries where owner = ${ana.uuid} order by id`
    const before = await entries()
    await leaveAccount(server, ana)
    await purge(server)
    expect(await entries()).toEqual(before)
    const rows = await db.select().from(conversions).where(eq(conversions.userId, ana.uuid))
    expect(rows.map(({ linkName, appeal }) => [linkName, appeal])).toEqual([['', '']])
    // The target of an open payout is kept until it is paid.
    const [open] = await db.select().from(redemptions).where(eq(redemptions.userId, ana.uuid))
    expect(open?.target).toMatch(/@pay\.example$/)
    await expect(
      sql`update ledger_entries set owner = ${randomUUID()} where owner = ${ana.uuid}`,
    ).rejects.toThrow('ledger_entries')
  })
})

describe('the final deletion', () => {
  test('runs once if two processes start it', async ({ ana }) => {
    for (let count = 0; count < 5; count += 1) await addLink(server, { userId: ana.uuid })
    await leaveAccount(server, ana)
    const signal = new AbortController().signal
    await Promise.all([purgeDue(server.deps, signal), purgeDue(other.deps, signal)])
    expect(await isThere(ana)).toBe(false)
    expect(await leaverOf(server, ana)).toMatchObject({
      email: ana.email,
      begunAt: expect.any(Date),
    })
  })

  test('continues where it was stopped, at any step', async ({ ana }) => {
    const code = newCode()
    const link = await addLink(server, { userId: ana.uuid, shortCode: code })
    const picture = await sentPicture(ana)
    await leaveAccount(server, ana)
    const broken = new Error('the store is away')
    const media = { ...server.deps.media, remove: () => Promise.reject(broken) }
    const signal = new AbortController().signal
    await expect(purgeDue({ ...server.deps, media }, signal)).rejects.toThrow(broken)
    // The links are deleted, the picture and the user are not. Sign-in is blocked, and the deletion
    // is final.
    expect(await at(`/s/${code}`, server)).toBe(410)
    expect(await server.deps.db.$count(links, eq(links.id, link.id))).toBe(0)
    expect(await server.deps.media.read(picture.imageKey)).not.toBeNull()
    expect(await isThere(ana)).toBe(true)
    await purge(server)
    expect(await isThere(ana)).toBe(false)
    expect(await server.deps.media.read(picture.imageKey)).toBeNull()
    expect(await server.deps.db.$count(formerCodes, eq(formerCodes.linkId, link.id))).toBe(1)
    await purge(server)
  })

  test.each([0, 1])('of one user can fail without affecting the other (%#)', async (at) => {
    const both = [await signUp(server), await signUp(server)] as const
    const [stuck, ben] = at === 0 ? both : ([both[1], both[0]] as const)
    const theirs = await sentPicture(stuck)
    const his = await addLink(server, { userId: ben.uuid })
    server.deps.clicks.record(clickOn(his))
    await server.deps.clicks.settle()
    for (const one of both) await leaveAccount(server, one)
    const broken = new Error('this picture cannot be removed')
    const remove = (key: string) =>
      key === theirs.imageKey ? Promise.reject(broken) : server.deps.media.remove(key)
    const deps = { ...server.deps, media: { ...server.deps.media, remove } }
    // The job fails and is retried.
    await expect(purgeAccounts(deps, {}, new AbortController().signal)).rejects.toThrow(broken)
    expect([await isThere(stuck), await isThere(ben)]).toEqual([true, false])
    const clicks = eq(clickEvents.linkId, his.id)
    expect(await server.deps.db.$count(clickEvents, clicks)).toBe(0)
    // The row is deleted in the last step, which checks for money that may still arrive.
    expect(await leaverOf(server, ben)).toBeUndefined()
    await purge(server)
    expect(await isThere(stuck)).toBe(false)
  })

  test('stops with the server and is continued by the next one', async ({ ana }) => {
    await addLink(server, { userId: ana.uuid })
    await leaveAccount(server, ana)
    const stopped = new AbortController()
    stopped.abort()
    await expect(purgeDue(server.deps, stopped.signal)).rejects.toThrow('aborted')
    expect(await isThere(ana)).toBe(true)
    await purge(other)
    expect(await isThere(ana)).toBe(false)
  })

  test('deletes more links than fit in one batch', async ({ ana }) => {
    await server.deps.sql`
      insert into links (user_id, domain_id, short_code, name, url, host)
      select ${ana.uuid}, 1, 'many' || n, 'Lamp', 'https://shop.example/', 'shop.example'
      from generate_series(1, 450) n`
    await leaveAccount(server, ana)
    await purge(server)
    expect(await server.deps.db.$count(links, eq(links.userId, ana.uuid))).toBe(0)
    expect(await Promise.all([1, 201, 450].map((n) => at(`/s/many${n}`)))).toEqual([410, 410, 410])
  })
})
