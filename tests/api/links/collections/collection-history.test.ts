import { describe, expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { historyEntries } from '../../../../server/platform/db/schema.ts'
import {
  deleteOldHistory,
  MAX_HISTORY_ENTRIES,
} from '../../../../server/platform/history/versions.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { ask } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import {
  addCollection,
  addPicture,
  addSmart,
  changeMembers,
  collectionPath,
  editCollection,
  listMembers,
  names,
  readCollection,
} from '#support/server/links/collections.ts'
import { asLines, historyOf, restore } from '#support/server/links/history.ts'
import { importFile, lines } from '#support/server/links/imports.ts'
import { addLink, editLink, linkPath } from '#support/server/links.ts'
import { addMember } from '#support/server/members.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ jobs: true })
const test = withPeople(server)
const { db } = server.deps

async function namedLink(person: Person, name: string) {
  const link = await addLink(person)
  await editLink(person, link, { name })
  return link
}

const newest = async (person: Person, path: string) => {
  const [entry] = await historyOf(person, path)
  if (!entry) throw new Error('no history')
  return entry
}
const contentOf = async (person: Person, collection: { uuid: string }) =>
  names((await listMembers(person, collection)).results)

describe('the history of a collection', () => {
  test('has who changed what and when, newest first', async ({ ana }) => {
    const lamps = await addCollection(ana, 'Lamps')
    const path = collectionPath(lamps)
    const { key } = await addKey(ana, { name: 'Shop sync', scopes: ['collections:write'] })
    await withKey(server, key)('PATCH', path.replace('collections/', 'collections/regular/'), {
      name: 'Desk lamps',
      layout: 'grid',
    })
    await editCollection(ana, lamps, { image_upload_id: await addPicture(server, ana) })
    await editCollection(ana, lamps, { name: 'Desk lamps' })
    const [covered, renamed, made, ...more] = await historyOf(ana, path)
    expect(more).toEqual([])
    expect(asLines(covered?.changes ?? [])).toEqual(['Cover photo: null → null'])
    expect(renamed?.by).toEqual({ kind: 'api_key', name: 'Shop sync', is_you: false })
    expect(asLines(renamed?.changes ?? [])).toEqual([
      'Name: Lamps → Desk lamps',
      'Layout on your page: List → Grid',
    ])
    expect(made).toMatchObject({ kind: 'create', changes: [], by: { is_you: true } })
  })

  test('names the links that were added, removed and moved, wherever that was done', async ({
    ana,
  }) => {
    const lamps = await addCollection(ana, 'Lamps')
    const path = collectionPath(lamps)
    const [oak, elm] = [await namedLink(ana, 'Oak'), await namedLink(ana, 'Elm')]
    const ash = await namedLink(ana, 'Ash')
    await changeMembers(ana, 'POST', lamps, [oak, elm])
    await editLink(ana, ash, { regular_collection_names: ['Lamps'] })
    await changeMembers(ana, 'PATCH', lamps, [ash, oak, elm])
    await changeMembers(ana, 'DELETE', lamps, [oak])
    await changeMembers(ana, 'DELETE', lamps, [oak])
    await ask(ana, 'POST', `${linkPath(elm)}clone/`, {})
    const entries = await historyOf(ana, path)
    expect(entries.map(({ changes }) => asLines(changes))).toEqual([
      ['Added links: null → Elm'],
      ['Removed links: Oak → null'],
      ['Order of the links: null → null'],
      ['Added links: null → Ash'],
      ['Added links: null → Oak, Elm'],
      [],
    ])
  })

  test('has what imports add', async ({ ana }) => {
    const lamps = await addCollection(ana, 'Lamps')
    await importFile(
      ana,
      lines(
        'url,title,collections',
        'https://shop.example/a,Oak,Lamps',
        'https://shop.example/b,Elm,Desks',
      ),
    )
    const [added] = await historyOf(ana, collectionPath(lamps))
    expect(added).toMatchObject({ kind: 'bulk', changes: [{ after: 'Oak' }] })
    const { results } = await ana.get<{ results: { uuid: string; name: string }[] }>(
      '/v2/my/collections/?q=desks',
    )
    const entries = await historyOf(ana, collectionPath(results[0] ?? lamps))
    expect(entries.map(({ kind }) => kind)).toEqual(['bulk', 'import'])
  })

  test('is kept for the newest changes only', async ({ ana }) => {
    const lamps = await addCollection(ana, 'Lamps')
    const changes = { name: { from: 'A', to: 'B' } }
    const own = { userId: ana.uuid, actorId: ana.uuid, actorName: '', kind: 'edit' as const }
    const entry = { ...own, actorKind: 'person' as const, collectionId: lamps.uuid, changes }
    await db
      .insert(historyEntries)
      .values(Array.from({ length: MAX_HISTORY_ENTRIES + 5 }, () => entry))
    await deleteOldHistory(db)
    const isThis = sql`${historyEntries.collectionId} = ${lamps.uuid}`
    expect(await db.$count(historyEntries, isThis)).toBe(MAX_HISTORY_ENTRIES)
    const page = await historyOf(ana, collectionPath(lamps))
    expect(page.some(({ kind }) => kind === 'create')).toBe(false)
  })

  test('ends with the collection, and belongs to its owner', async ({ ana, ben }) => {
    const lamps = await addCollection(ana, 'Lamps')
    const path = collectionPath(lamps)
    const version = await newest(ana, path)
    await editCollection(ana, lamps, { name: 'Desks' })
    expect((await ask(ben, 'GET', `${path}history/`)).status).toBe(404)
    expect((await restore(ben, path, version)).status).toBe(404)
    await ask(ana, 'DELETE', path)
    expect((await ask(ana, 'GET', `${path}history/`)).status).toBe(404)
    expect((await restore(ana, path, version)).status).toBe(404)
  })
})

describe('restoring a version of a collection', () => {
  test('brings back fields, links and their order after a preview, and can be undone', async ({
    ana,
  }) => {
    const lamps = await addCollection(ana, 'Lamps')
    const path = collectionPath(lamps)
    const [oak, elm] = [await namedLink(ana, 'Oak'), await namedLink(ana, 'Elm')]
    const ash = await namedLink(ana, 'Ash')
    await editCollection(ana, lamps, { image_upload_id: await addPicture(server, ana) })
    await changeMembers(ana, 'POST', lamps, [oak, elm, ash])
    const version = await newest(ana, path)
    const before = await readCollection(ana, lamps)

    await editCollection(ana, lamps, { name: 'Desks', image_upload_id: null })
    await changeMembers(ana, 'PATCH', lamps, [ash, elm, oak])
    await changeMembers(ana, 'DELETE', lamps, [elm])
    const seen = await newest(ana, path)

    const trial = await restore(ana, path, version, { query: '?dry_run=true' })
    expect(asLines(trial.body.result.changes)).toEqual([
      'Name: Desks → Lamps',
      'Cover photo: null → null',
      'Added links: null → Elm',
      'Order of the links: null → null',
    ])
    expect(await contentOf(ana, lamps)).toEqual(['Ash', 'Oak'])

    const { body } = await restore(ana, path, version, { body: { latest_id: seen.id } })
    expect(body.result).toMatchObject({ changes: trial.body.result.changes, left_out: [] })
    expect(await contentOf(ana, lamps)).toEqual(['Oak', 'Elm', 'Ash'])
    const { updated_at: _, ...rest } = before
    expect(await readCollection(ana, lamps)).toMatchObject(rest)
    const restored = await newest(ana, path)
    expect(restored).toMatchObject({ id: body.result.latest_id, kind: 'restore' })
    expect(restored.restored_from).toBe(version.at)

    await restore(ana, path, seen)
    expect(await contentOf(ana, lamps)).toEqual(['Ash', 'Oak'])
    expect((await readCollection(ana, lamps)).name).toBe('Desks')
  })

  test('refuses if there are changes that were not seen', async ({ ana }) => {
    const lamps = await addCollection(ana, 'Lamps')
    const path = collectionPath(lamps)
    const version = await newest(ana, path)
    await editCollection(ana, lamps, { name: 'Desks' })
    const { status } = await restore(ana, path, version, { body: { latest_id: version.id } })
    expect(status).toBe(409)
    expect((await readCollection(ana, lamps)).name).toBe('Desks')
  })

  test('says what no longer exists, and refuses what an edit may not do', async ({ ana }) => {
    const lamps = await addCollection(ana, 'Lamps')
    const path = collectionPath(lamps)
    const [oak, elm] = [await namedLink(ana, 'Oak'), await namedLink(ana, 'Elm')]
    await editCollection(ana, lamps, { image_upload_id: await addPicture(server, ana) })
    await changeMembers(ana, 'POST', lamps, [oak, elm])
    const version = await newest(ana, path)
    await editCollection(ana, lamps, { name: 'Desks', image_upload_id: null })
    await changeMembers(ana, 'DELETE', lamps, [oak, elm])
    await server.deps.sql`delete from links where id = ${oak.uuid}`
    await server.deps.sql`delete from uploads where user_id = ${ana.uuid}`
    const other = await addCollection(ana, 'Lamps')
    const refused = await restore(ana, path, version)
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { name: ['You already have a collection with this name.'] } },
    })
    await ask(ana, 'DELETE', collectionPath(other))
    const { body } = await restore(ana, path, version)
    expect(body.result.left_out).toEqual([
      'The cover photo no longer exists.',
      '1 link no longer exists.',
    ])
    expect(await contentOf(ana, lamps)).toEqual(['Elm'])
  })

  test('needs a picture for each link of the post layout', async ({ ana }) => {
    const lamps = await addCollection(ana, 'Lamps', { layout: 'post' })
    const path = collectionPath(lamps)
    const version = await newest(ana, path)
    await editCollection(ana, lamps, { layout: 'list' })
    const oak = await namedLink(ana, 'Oak')
    await server.deps.sql`update links set meta_progress = 100 where id = ${oak.uuid}`
    await changeMembers(ana, 'POST', lamps, [oak])
    const withLink = await newest(ana, path)
    await changeMembers(ana, 'DELETE', lamps, [oak])
    await restore(ana, path, version)
    expect((await readCollection(ana, lamps)).layout).toBe('post')
    await restore(ana, path, withLink)
    expect(await readCollection(ana, lamps)).toMatchObject({ layout: 'list', link_count: 1 })
    await server.deps.sql`update collections set layout = 'post' where id = ${lamps.uuid}`
    await changeMembers(ana, 'DELETE', lamps, [oak])
    const [, before] = await historyOf(ana, path)
    expect((await restore(ana, path, before ?? { id: 0 })).status).toBe(400)
    expect(await contentOf(ana, lamps)).toEqual([])
  })

  test('is for members who may edit, without rules by numbers that they may not see', async ({
    ana,
  }) => {
    const rule = { tags: ['lamp'], min_clicks: 5 }
    const popular = await addSmart(ana, 'Popular', rule)
    const path = collectionPath(popular)
    const version = await newest(ana, path)
    const editor = await addMember(server, ana, ['edit'])
    await editCollection(editor.acting, popular, { name: 'Best' })
    const renamed = await newest(ana, path)
    expect(renamed.by).toMatchObject({ kind: 'person', is_you: false })
    await editCollection(ana, popular, { rule: { tags: ['lamp'] } })
    expect((await newest(ana, path)).changes).toMatchObject([
      {
        label: 'Rule',
        before: 'Links tagged lamp, with at least 5 clicks. Newest first, up to 100.',
      },
    ])
    const reader = await addMember(server, ana, ['analytics'])
    expect(await historyOf(reader.acting, path)).toHaveLength(3)
    expect((await restore(reader.acting, path, version)).status).toBe(403)
    expect((await restore(editor.acting, path, version)).status).toBe(400)
    expect((await readCollection(ana, popular)).name).toBe('Best')
    await restore(ana, path, version)
    expect(await readCollection(ana, popular)).toMatchObject({ name: 'Popular', rule })
  })
})
