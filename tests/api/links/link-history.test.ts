import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { historyEntries } from '../../../server/platform/db/schema.ts'
import { deleteOldHistory, MAX_HISTORY_ENTRIES } from '../../../server/platform/history/versions.ts'
import { blockLink, unblockLink } from '../../../server/operator/reports/link-blocks.ts'
import { purgeDue } from '../../../server/operator/leaving/purge.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { ask } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { importFile, lines } from '#support/server/links/imports.ts'
import { addLamp, asLines, historyOf, restore } from '#support/server/links/history.ts'
import { editLink, linkPath, LINKS, readLink, search } from '#support/server/links.ts'
import { addMember } from '#support/server/members.ts'
import { setName } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ jobs: true })
const test = withPeople(server)
const { db } = server.deps

describe('the history of a link', () => {
  test('has who changed what and when, newest first', async ({ ana }) => {
    await setName(ana, 'Ana', 'Moss')
    const { link, path } = await addLamp(ana)
    const key = await addKey(ana, { name: 'Newsletter' })
    await withKey(server, key.key)('PATCH', path, { tags: ['home', 'oak'], is_hidden: true })
    const [second, first, made] = await historyOf(ana, path)
    expect(second).toMatchObject({
      kind: 'edit',
      by: { kind: 'api_key', name: 'Newsletter', is_you: false },
    })
    expect(asLines(second?.changes ?? [])).toEqual([
      'Tags: null → home, oak',
      'Lists: Shown → Hidden',
    ])
    expect(first).toMatchObject({ by: { kind: 'person', name: 'Ana Moss', is_you: true } })
    expect(asLines(first?.changes ?? [])).toEqual([`Name: ${link.name} → Lamp`])
    expect(made).toMatchObject({ kind: 'create', changes: [], by: { is_you: true } })
    expect(Date.parse(second?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.at ?? ''))
  })

  test('distinguishes changes of a member from those of the owner', async ({ ana }) => {
    const { member, acting } = await addMember(server, ana, ['edit'])
    await setName(member, 'Ben', 'Reed')
    const { link, path } = await addLamp(ana)
    await editLink(acting, link, { name: 'Desk lamp' })
    const authors = async (reader: typeof ana) =>
      (await historyOf(reader, path)).map(({ by }) => [by.name, by.is_you])
    expect(await authors(ana)).toEqual([
      ['Ben Reed', false],
      [ana.email, true],
      [ana.email, true],
    ])
    expect(await authors(acting)).toEqual([
      ['Ben Reed', true],
      [ana.email, false],
      [ana.email, false],
    ])
    const [, named] = await historyOf(acting, path)
    expect((await restore(acting, path, named ?? { id: 0 })).status).toBe(200)
    expect((await readLink(ana, link)).name).toBe('Lamp')
  })

  test('has changes by bulk actions, imports and the operator', async ({ ana }) => {
    const { link, path } = await addLamp(ana)
    await ask(ana, 'PATCH', LINKS, { uuids: [link.uuid], tags: ['home'] })
    const parameters = [{ name: 'ref', value: 'ana' }]
    await ask(ana, 'POST', `${LINKS}parameters/`, { uuids: [link.uuid], parameters })
    await blockLink(db, link.short_code, {
      why: 'Asks for cards.',
      rule: 'No phishing',
      contact: '',
    })
    await unblockLink(db, link.short_code)
    const entries = await historyOf(ana, path)
    expect(entries.map(({ kind, changes }) => [kind, ...asLines(changes)])).toEqual([
      ['edit', 'Operator: Blocked → Not blocked'],
      ['edit', 'Operator: Not blocked → Blocked'],
      ['bulk', `Goes to: ${link.url} → ${link.url}?ref=ana`],
      ['bulk', 'Tags: null → home'],
      ['edit', `Name: ${link.name} → Lamp`],
      ['create'],
    ])
    await importFile(ana, lines('url,title', 'https://shop.example/imported,Chair'))
    const { results } = await search(ana, { q: 'imported' })
    const [imported] = results
    if (!imported) throw new Error('not imported')
    expect(await historyOf(ana, linkPath(imported))).toMatchObject([
      { kind: 'import', by: { kind: 'person', is_you: true } },
    ])
  })

  test('never contains a password, only that it changed', async ({ ana }) => {
    const { link, path } = await addLamp(ana)
    await editLink(ana, link, { password: 'first secret' })
    await editLink(ana, link, { password: 'second secret' })
    await editLink(ana, link, { password: null })
    const entries = (await historyOf(ana, path)).slice(0, 3)
    const changed = { field: 'password', label: 'Password', before: null, after: null }
    expect(entries.map((entry) => entry.changes)).toEqual([[changed], [changed], [changed]])
    const stored = await db
      .select()
      .from(historyEntries)
      .where(eq(historyEntries.linkId, link.uuid))
    expect(JSON.stringify(stored)).not.toMatch(/secret|scrypt|argon|\$/)
  })

  test('has no entry for a save that changes nothing, nor for names that the server reads', async ({
    ana,
  }) => {
    const { link, path } = await addLamp(ana)
    await editLink(ana, link, { name: 'Lamp', tags: [] })
    await editLink(ana, link, { regular_collection_names: [] })
    expect(await historyOf(ana, path)).toHaveLength(2)
  })

  test('comes in pages and belongs to its owner', async ({ ana, eve }) => {
    const { path } = await addLamp(ana)
    const page = await ask<{ results: unknown[]; next: string; count: number }>(
      ana,
      'GET',
      `${path}history/?page_size=1`,
    )
    expect(page.body).toMatchObject({ count: 2, next: `${path}history/?page_size=1&page=2` })
    expect(page.body.results).toHaveLength(1)
    expect((await ask(eve, 'GET', `${path}history/`)).status).toBe(404)
    const [, made] = await historyOf(ana, path)
    expect((await restore(eve, path, made ?? { id: 0 })).status).toBe(404)
  })
})

describe('old changes', () => {
  test('are deleted after 400 days and beyond the newest 100, and the start can be restored', async ({
    ana,
  }) => {
    const { link, path } = await addLamp(ana)
    await editLink(ana, link, { name: 'Desk lamp' })
    const isOwn = eq(historyEntries.linkId, link.uuid)
    const [oldest] = (await historyOf(ana, path)).slice(-1)
    await db
      .update(historyEntries)
      .set({ changedAt: sql`now() - interval '401 days'` })
      .where(eq(historyEntries.id, oldest?.id ?? 0))
    await deleteOldHistory(db)
    const entries = await historyOf(ana, path)
    expect(entries.map(({ kind }) => kind)).toEqual(['edit', 'edit', 'start'])
    await restore(ana, path, { id: 0 })
    expect((await readLink(ana, link)).name).toBe(link.name)
    const copies = Array.from({ length: MAX_HISTORY_ENTRIES + 5 }, (_, n) => ({
      userId: ana.uuid,
      linkId: link.uuid,
      kind: 'edit' as const,
      actorKind: 'person' as const,
      actorId: ana.uuid,
      actorName: '',
      changes: { name: { from: `${n}`, to: `${n + 1}` } },
    }))
    await db.insert(historyEntries).values(copies)
    await deleteOldHistory(db)
    expect(await db.$count(historyEntries, isOwn)).toBe(MAX_HISTORY_ENTRIES)
    const page = await ask<{ results: { changes: unknown }[] }>(ana, 'GET', `${path}history/`)
    expect(page.body.results[0]?.changes).toMatchObject([{ after: `${copies.length}` }])
  })

  test('lose the name of a person whose account was deleted', async ({ ana, ben }) => {
    const { link, path } = await addLamp(ana)
    await db
      .update(historyEntries)
      .set({ actorId: ben.uuid, actorName: 'Ben' })
      .where(eq(historyEntries.linkId, link.uuid))
    await server.deps.sql`
      insert into leavers (user_id, deletion_at) values (${ben.uuid}, now())`
    await purgeDue(server.deps, new AbortController().signal)
    expect(await historyOf(ana, path)).toMatchObject([
      { by: { name: '', is_you: false } },
      { by: { name: '', is_you: false } },
    ])
  })
})
