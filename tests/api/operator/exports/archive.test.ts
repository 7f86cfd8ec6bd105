import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import type { Archive } from '#contract/exports.ts'
import {
  connectedAccounts,
  dataExports,
  exportParts,
  uploads,
  users,
} from '../../../../server/platform/db/schema.ts'
import { PERSONAL_TABLES } from '../../../../server/operator/leaving/personal-tables.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { rowsOf } from '#support/server/links/csv.ts'
import { listExports } from '#support/server/links/exports.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { addInstantShop, addEarner } from '#support/server/money/wallet.ts'
import { addPage } from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'
import { expectNoParts } from '#support/expect-parts.ts'

const server = await startTestServer({ jobs: true })
const test = withPeople(server)

const PATH = '/v2/my/account/download/'

const latest = async (person: Person): Promise<Archive | null> =>
  (await person.get<{ result: Archive | null }>(PATH)).result

async function made(person: Person): Promise<Archive> {
  expect((await person.send('POST', PATH)).status).toBe(202)
  return vi.waitFor(
    async () => {
      const found = await latest(person)
      expect(found?.status).toBe('ready')
      if (!found) throw new Error('no archive')
      return found
    },
    { timeout: 30_000, interval: 50 },
  )
}

async function unpacked({ url }: Archive) {
  const response = await server.request('GET', url ?? '')
  expect(response.status).toBe(200)
  const reader = new ZipReader(new BlobReader(await response.blob()))
  const files = (await reader.getEntries()).filter((entry) => !entry.directory)
  const names = files.map(({ filename }) => filename)
  const find = (name: string) => {
    const file = files.find(({ filename }) => filename === name)
    if (!file) throw new Error(`no ${name} among ${names.join()}`)
    return file
  }
  return {
    response,
    names,
    text: (name: string) => find(name).getData(new TextWriter()),
    bytes: (name: string) => find(name).getData(new Uint8ArrayWriter()),
    json: async (name: string) =>
      JSON.parse(await find(name).getData(new TextWriter())) as Record<string, object[]>,
  }
}

describe('the archive', () => {
  test('has every file from the list of tables, and the pictures', async () => {
    const ana = await addEarner(server, await addInstantShop(server), 12)
    const { db } = server.deps
    await db.update(users).set({ nameFirst: 'Ana' }).where(eq(users.id, ana.uuid))
    const page = await addPage(ana, { title: 'Lamps' })
    const imageKey = await server.deps.media.put(Buffer.from(`picture ${ana.uuid}`), 'webp')
    const row = { userId: ana.uuid, kind: 'profile', imageKey, width: 1, height: 1 }
    const [upload] = await db.insert(uploads).values(row).returning()
    const archive = await unpacked(await made(ana))
    const wanted = Object.values(PERSONAL_TABLES).flatMap(({ archive: file }) =>
      typeof file === 'string' ? [file] : [],
    )
    const expected = new Set([...wanted, 'README.txt', `pictures/${upload?.id}.webp`])
    expect(new Set(archive.names)).toEqual(expected)
    for (const [table, { archive: file }] of Object.entries(PERSONAL_TABLES)) {
      if (typeof file !== 'string' || !file.endsWith('.json')) continue
      expect(Array.isArray((await archive.json(file))[table]), table).toBe(true)
    }
    expect((await archive.json('account.json'))['users']).toMatchObject([
      { id: ana.uuid, email: ana.email, name_first: 'Ana' },
    ])
    expect((await archive.json('page.json'))['pages']).toMatchObject([{ slug: page.slug }])
    expect((await archive.json('earnings.json'))['conversions']).toMatchObject([
      { commission_cents: 1200 },
    ])
    expect(rowsOf(await archive.text('links.csv'))).toHaveLength(1)
    expect(Buffer.from(await archive.bytes(`pictures/${upload?.id}.webp`)).toString()).toBe(
      `picture ${ana.uuid}`,
    )
    const { headers } = archive.response
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toMatch(/filename="split-archive-[\d-]+\.zip"$/)
  })

  test('has no data of others and no credentials', async ({ ana, ben }) => {
    await addLink(server, { userId: ben.uuid, name: 'Secret of Ben' })
    const account = {
      userId: ana.uuid,
      accountType: 1 as const,
      providerId: 'p',
      accountName: 'ana',
      token: 'sealed-token',
      codeHash: 'hash-of-code',
    }
    await server.deps.db.insert(connectedAccounts).values(account)
    const archive = await unpacked(await made(ana))
    const texts = await Promise.all(
      archive.names.filter((name) => !name.startsWith('pictures/')).map(archive.text),
    )
    const all = texts.join('\n')
    for (const foreign of [ben.uuid, ben.email, 'Secret of Ben']) expect(all).not.toContain(foreign)
    const [user] = await server.deps.db.select().from(users).where(eq(users.id, ana.uuid))
    expectNoParts(all, user?.passwordHash ?? '-', ana.token, 'sealed-token', 'hash-of-code')
    for (const name of ['password_hash', 'token_hash', 'fingerprint', 'p256dh', 'sealed_code'])
      expect(all).not.toContain(`"${name}"`)
  })

  test('is not listed for others, and needs its complete address', async () => {
    const [ana, ben] = [await signUp(server), await signUp(server)]
    const [hers, his] = [await made(ana), await made(ben)]
    expect((await latest(ben))?.id).toBe(his.id)
    expect((await listExports(ana)).results).toEqual([])
    const [, , , key = ''] = (his.url ?? '').split('/')
    const status = async (path: string) => (await server.request('GET', path)).status
    expect(await status(`/exports/${hers.id}/${key}`)).toBe(404)
    expect(await status(`/exports/${hers.id}/${'x'.repeat(43)}.zip`)).toBe(404)
    expect(await status((hers.url ?? '').replace('.zip', '.csv'))).toBe(404)
  })

  test('can be requested once at a time, and expires', async ({ ana }) => {
    expect(await latest(ana)).toBeNull()
    const { id, url, expires_at } = await made(ana)
    const days = (Date.parse(expires_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    const { db } = server.deps
    await db
      .update(dataExports)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(dataExports.id, id))
    expect(await latest(ana)).toBeNull()
    expect((await server.request('GET', url ?? '')).status).toBe(410)
    await deleteExpired(db)
    expect(await db.$count(exportParts, eq(exportParts.exportId, id))).toBe(0)
  })

  test('of ten thousand links is written and stored in small parts', async ({ ana }) => {
    await server.deps.sql`
      insert into links (user_id, domain_id, short_code, name, url, host)
      select ${ana.uuid}, 1, 'big' || n, md5(n::text), 'https://shop.example/' || md5((n + 1)::text), 'shop.example'
      from generate_series(1, 10000) n`
    const done = await made(ana)
    const parts = await server.deps.sql<{ bytes: number }[]>`
      select length(bytes) as bytes from export_parts where export_id = ${done.id} order by part`
    expect(parts.length).toBeGreaterThan(1)
    for (const { bytes } of parts) expect(bytes).toBeLessThan(512 * 1024)
    const archive = await unpacked(done)
    expect(rowsOf(await archive.text('links.csv'))).toHaveLength(10_000)
    const size = parts.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(done.kilobytes).toBe(Math.ceil(size / 1000))
  })
})
