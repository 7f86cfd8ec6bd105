import { expect } from 'vitest'
import { deleteOldHistory } from '../../../../server/platform/history/versions.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { ask } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { addCollection, collectionPath } from '#support/server/links/collections.ts'
import { asLines, historyOf, restore } from '#support/server/links/history.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { addMember } from '#support/server/members.ts'
import {
  addPage,
  addSection,
  addSections,
  editPage,
  editSection,
  listSections,
  ORDER,
  pagePath,
  readPage,
  readSection,
  sectionPath,
} from '#support/server/page/pages.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const test = withPeople(server)

async function namedLink(person: Person, name: string): Promise<string> {
  const link = await addLink(person)
  await editLink(person, link, { name })
  return link.uuid
}

const newest = async (person: Person, path: string) => {
  const [entry] = await historyOf(person, path)
  if (!entry) throw new Error('no history')
  return entry
}
const contentOf = async (person: Person) =>
  (await listSections(person)).results.map((section) => ({ ...section, position: 0 }))

test('changes of sections have who made them, and what changed in words', async ({ ana }) => {
  const path = pagePath(await addPage(ana))
  const [lamp, desk] = [await namedLink(ana, 'Lamp'), await namedLink(ana, 'Desk')]
  const section = await addSection(ana, { type: 'links', title: 'Picks', links: [lamp] })
  const added = await newest(ana, path)
  expect(asLines(added.changes)).toEqual(['Section “Picks”: null → Links: Lamp'])
  expect(added.by).toMatchObject({ kind: 'person', is_you: true })

  const { key } = await addKey(ana, { name: 'Script' })
  const edit = { title: 'Best', layout: 'list', links: [desk, lamp], is_visible: false }
  await withKey(server, key)('PATCH', sectionPath(section), edit)
  const edited = await newest(ana, path)
  expect(edited.by).toEqual({ kind: 'api_key', name: 'Script', is_you: false })
  expect(asLines(edited.changes).toSorted()).toEqual([
    'Layout of “Best”: Grid → List',
    'Links in “Best”: Lamp → 2 (Desk, Lamp)',
    'Title of “Best”: Picks → Best',
    'Visibility of “Best”: Shown → Hidden',
  ])

  await ask(ana, 'DELETE', sectionPath(section))
  expect(asLines((await newest(ana, path)).changes)).toEqual([
    'Section “Best”: Links, hidden: 2 (Desk, Lamp) → null',
  ])
})

test('a change of nothing is not recorded, and rows contain only what changed', async ({ ana }) => {
  const path = pagePath(await addPage(ana))
  const section = await addSection(ana, { type: 'text', title: 'About', text: 'Hello' })
  const { id } = await newest(ana, path)
  await editSection(ana, section, { title: 'About' })
  expect((await newest(ana, path)).id).toBe(id)
  await editSection(ana, section, { title: 'Me' })
  const [row] = await server.deps.sql`
    select changes from history_entries where page_id = (select page_id from sections where id = ${section.id})
    order by id desc limit 1`
  expect(row?.['changes']).toEqual({ [`section.${section.id}.title`]: { from: 'About', to: 'Me' } })
})

test('a new order names the sections, and is restored', async ({ ana }) => {
  const path = pagePath(await addPage(ana))
  const three = await addSections(ana, 'One', 'Two', 'Three')
  const before = await newest(ana, path)
  const ids = three.map(({ id }) => id).toReversed()
  await ask(ana, 'PATCH', ORDER, { ids })
  expect(asLines((await newest(ana, path)).changes)).toEqual([
    'Order of the sections: One, Two, Three → Three, Two, One',
  ])
  await restore(ana, path, before)
  expect((await contentOf(ana)).map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
})

test('one restore brings back page and sections after a preview, and can be undone', async ({
  ana,
}) => {
  const page = await addPage(ana, { title: 'Lamps' })
  const path = pagePath(page)
  const link = await namedLink(ana, 'Lamp')
  const lamps = await addCollection(ana, 'Lamps')
  const first = await addSection(ana, { type: 'links', title: 'First', links: [link] })
  await addSection(ana, { type: 'collections', title: 'Second', collections: [lamps.uuid] })
  const version = await newest(ana, path)
  const before = await contentOf(ana)

  await editPage(ana, page, { title: 'Desks' })
  await editSection(ana, first, { title: 'Changed', links: [] })
  await ask(ana, 'DELETE', sectionPath(first))
  await addSection(ana, { type: 'social', title: 'Third' })
  const after = await contentOf(ana)
  const seen = await newest(ana, path)

  const trial = await restore(ana, path, version, { query: '?dry_run=true' })
  expect(asLines(trial.body.result.changes).toSorted()).toEqual([
    'Page name: Desks → Lamps',
    'Section “First”: null → Links: Lamp',
    'Section “Third”: Social accounts → null',
  ])
  expect(await contentOf(ana)).toEqual(after)

  const { body } = await restore(ana, path, version, { body: { latest_id: seen.id } })
  expect(body.result).toMatchObject({ changes: trial.body.result.changes, left_out: [] })
  expect(await contentOf(ana)).toEqual(before)
  expect((await readPage(ana)).body.title).toBe('Lamps')
  const [restored, last] = await historyOf(ana, path)
  expect(restored).toMatchObject({ id: body.result.latest_id, kind: 'restore' })
  expect(last?.id).toBe(seen.id)

  await restore(ana, path, seen, { body: { latest_id: body.result.latest_id } })
  expect(await contentOf(ana)).toEqual(after)
  expect((await readPage(ana)).body.title).toBe('Desks')
})

test('a section that was deleted, restored and edited gets the state of each version', async ({
  ana,
}) => {
  const path = pagePath(await addPage(ana))
  const section = await addSection(ana, { type: 'text', title: 'A', text: 'Hello' })
  const version = await newest(ana, path)
  await editSection(ana, section, { title: 'B' })
  const withB = await newest(ana, path)
  await ask(ana, 'DELETE', sectionPath(section))
  const without = await newest(ana, path)
  await restore(ana, path, withB)
  await editSection(ana, section, { title: 'C' })
  const titleAt = async (entry: { id: number }) => {
    await restore(ana, path, entry)
    return (await contentOf(ana)).map(({ title, text }) => `${title} ${text}`)
  }
  expect(await titleAt(withB)).toEqual(['B Hello'])
  expect(await titleAt(without)).toEqual([])
  expect(await titleAt(version)).toEqual(['A Hello'])
})

test('a restore says which links and collections no longer exist', async ({ ana }) => {
  const path = pagePath(await addPage(ana))
  const gone = await namedLink(ana, 'Gone')
  const links = [await namedLink(ana, 'Lamp'), gone]
  const lamps = await addCollection(ana, 'Lamps')
  const first = await addSection(ana, { type: 'links', title: 'First', links })
  const second = await addSection(ana, { type: 'collections', collections: [lamps.uuid] })
  const version = await newest(ana, path)
  await ask(ana, 'DELETE', sectionPath(first))
  await ask(ana, 'DELETE', sectionPath(second))
  await server.deps.sql`delete from links where id = ${gone}`
  await ask(ana, 'DELETE', collectionPath(lamps))
  const { body } = await restore(ana, path, version)
  expect(body.result.left_out.toSorted()).toEqual([
    '1 collection in untitled section no longer exists.',
    '1 link in “First” no longer exists.',
  ])
  expect((await readSection(ana, first)).body).toMatchObject({ links: [links[0]] })
  expect((await readSection(ana, second)).body).toMatchObject({ collections: [] })
})

test('a deleted collection is recorded in its sections, and a restore says that it is gone', async ({
  ana,
}) => {
  const path = pagePath(await addPage(ana))
  const [lamps, desks] = [await addCollection(ana, 'Lamps'), await addCollection(ana, 'Desks')]
  const collections = [lamps.uuid, desks.uuid]
  await addSection(ana, { type: 'collections', title: 'Picks', collections })
  const version = await newest(ana, path)
  const editor = await addMember(server, ana, ['edit'])
  await ask(editor.acting, 'DELETE', collectionPath(lamps))
  const deletion = await newest(ana, path)
  expect(deletion.by).toMatchObject({ kind: 'person', is_you: false })
  expect(asLines(deletion.changes)).toEqual([
    'Collections in “Picks”: 2 (Lamps (deleted), Desks) → Desks',
  ])
  await ask(ana, 'DELETE', collectionPath(await addCollection(ana, 'Unused')))
  expect((await newest(ana, path)).id).toBe(deletion.id)

  // The name is kept as long as changes are.
  await server.deps.sql`
    update removals set removed_at = now() - interval '401 days' where item_id = ${lamps.uuid}`
  await deleteOldHistory(server.deps.db)
  const { changes } = await newest(ana, path)
  expect(asLines(changes)).toEqual(['Collections in “Picks”: 2 (deleted, Desks) → Desks'])
  const { body } = await restore(ana, path, version)
  expect(body.result).toMatchObject({
    changes: [],
    left_out: ['1 collection in “Picks” no longer exists.'],
  })
})

test('a member who may edit restores sections, and one who may not is refused', async ({ ana }) => {
  const path = pagePath(await addPage(ana))
  const section = await addSection(ana, { title: 'A' })
  const version = await newest(ana, path)
  const editor = await addMember(server, ana, ['edit'])
  await editSection(editor.acting, section, { title: 'B' })
  expect((await newest(ana, path)).by).toMatchObject({ kind: 'person', is_you: false })
  const reader = await addMember(server, ana, ['analytics'])
  expect(await historyOf(reader.acting, path)).toHaveLength(3)
  expect((await restore(reader.acting, path, version)).status).toBe(403)
  expect((await readSection(ana, section)).body.title).toBe('B')
  await restore(editor.acting, path, version)
  expect((await readSection(ana, section)).body.title).toBe('A')
})

test('the history of sections belongs to its owner', async ({ ana, ben }) => {
  const path = pagePath(await addPage(ana))
  const section = await addSection(ana, { type: 'text', title: 'A' })
  const version = await newest(ana, path)
  await editSection(ana, section, { title: 'B' })
  await addPage(ben)
  expect((await restore(ben, path, version)).status).toBe(404)
  expect((await readSection(ana, section)).body.title).toBe('B')
})
