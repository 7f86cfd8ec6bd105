import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { AccountChanges } from '#contract/people/account-changes.ts'
import { accountChanges } from '../../../../server/platform/db/schema.ts'
import {
  deleteOldAccountChanges,
  MAX_ACCOUNT_CHANGES,
} from '../../../../server/platform/history/account-changes.ts'
import { asSentences, CHANGES, changesOf } from '#support/server/changes/account-changes.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { ask, expectRefused } from '#support/server/asking.ts'
import { addCollection, COLLECTIONS, collectionPath } from '#support/server/links/collections.ts'
import { leaveAccount, placesOf, purge } from '#support/server/leaving.ts'
import { addMember, refusalOf } from '#support/server/members.ts'
import { addPage, addSection, editSection, sectionPath } from '#support/server/page/pages.ts'
import { addWidget, widgetPath, WIDGETS } from '#support/server/page/widgets.ts'
import { setName, signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addWebhook, WEBHOOKS } from '#support/server/webhooks.ts'

const server = await startTestServer()

const SOCIAL = '/v2/my/socialmedialinks/'
const SETS = '/v2/my/parameter-sets/'
const instagram = (name: string) => ({ account_url: `https://instagram.com/${name}` })

/** Returns an owner with a widget and a person who may edit. */
async function newTeam() {
  const owner = await signUp(server)
  const collection = await addCollection(owner, 'Lamps')
  const widget = await addWidget(owner, { name: 'Shop', collection_uuid: collection.uuid })
  return { owner, collection, widget, ...(await addMember(server, owner, ['edit'])) }
}

const pageOf = (person: Person, query: string) => person.get<AccountChanges>(CHANGES + query)

describe('the changes of an account', () => {
  test('tell its owner who created, changed and deleted what, newest first', async () => {
    const { owner, widget, member, acting } = await newTeam()
    await setName(member, 'Ben')
    const path = widgetPath(widget)
    await acting.send('PATCH', path, { name: 'Blog', columns: 2 })
    await acting.send('DELETE', path)
    await acting.send('POST', WIDGETS, { ...widget, name: 'Back' })
    const added = await ask<{ id: number }>(acting, 'POST', SOCIAL, instagram('ana'))
    await acting.send('PATCH', `${SOCIAL}${added.body.id}/`, instagram('other'))
    await owner.send('DELETE', `${SOCIAL}${added.body.id}/`)
    const changes = await changesOf(owner)
    expect(asSentences(changes)).toEqual([
      'You: delete social_link “instagram.com/other”',
      'Ben Example: edit social_link “instagram.com/other” (before “instagram.com/ana”)',
      'Ben Example: create social_link “instagram.com/ana”',
      'Ben Example: restore widget “Back”',
      'Ben Example: delete widget “Blog”',
      'Ben Example: edit widget “Blog” (before “Shop”)',
      'You: create widget “Shop”',
    ])
    for (const { at } of changes) expect(Date.now() - Date.parse(at)).toBeLessThan(120_000)
  })

  test('name parameter sets, deleted and ordered collections, and API keys', async () => {
    const { owner, collection } = await newTeam()
    const { key } = await addKey(owner)
    const send = withKey(server, key)
    const parameters = [{ name: 'a', value: 'b' }]
    const made = await send('POST', SETS, { name: 'Spring', parameters })
    const { result } = (await made.json()) as { result: { uuid: string } }
    await send('PATCH', `${SETS}${result.uuid}/`, { name: 'Summer' })
    await send('DELETE', `${SETS}${result.uuid}/`)
    const second = await addCollection(owner, 'Chairs')
    const order = { uuids: [collection.uuid, second.uuid] }
    await send('PATCH', `${COLLECTIONS}order/`, order)
    await send('DELETE', collectionPath(second))
    const by = 'Newsletter script'
    expect(asSentences(await changesOf(owner)).slice(0, -1)).toEqual([
      `${by}: delete collection “Chairs”`,
      `${by}: reorder collection “”`,
      `${by}: delete parameter_set “Summer”`,
      `${by}: edit parameter_set “Summer” (before “Spring”)`,
      `${by}: create parameter_set “Spring”`,
    ])
  })

  test('have sections until there is a page, whose history has them then', async () => {
    const { owner, acting } = await newTeam()
    const [first, second] = [
      await addSection(acting, { title: 'Shops' }),
      await addSection(acting, { title: 'Posts' }),
    ]
    await editSection(acting, first, { title: 'Stores' })
    await acting.send('PATCH', '/v2/my/sections/order/', { ids: [second.id, first.id] })
    await acting.send('DELETE', sectionPath(second))
    const sections = async () =>
      asSentences(await changesOf(owner)).flatMap((line) => /\w+ section.*/.exec(line) ?? [])
    const lines = [
      'delete section “Posts”',
      'reorder section “”',
      'edit section “Stores” (before “Shops”)',
      'create section “Posts”',
      'create section “Shops”',
    ]
    expect(await sections()).toEqual(lines)
    await addPage(owner)
    await editSection(acting, first, { title: 'Shops' })
    expect(await sections()).toEqual(lines)
  })

  test('have a webhook without the query of its address', async () => {
    const owner = await signUp(server)
    const { id } = await addWebhook(owner, 'https://hooks.example/in?key=secret')
    await owner.send('POST', `${WEBHOOKS}${id}/secret/`)
    await owner.send('PATCH', `${WEBHOOKS}${id}/`, { is_active: false })
    await owner.send('PATCH', `${WEBHOOKS}${id}/`, { is_active: false })
    expect(asSentences(await changesOf(owner))).toEqual([
      'You: edit webhook “hooks.example/in”',
      'You: secret webhook “hooks.example/in”',
      'You: create webhook “hooks.example/in”',
    ])
  })

  test('are given by page', async () => {
    const { owner, widget } = await newTeam()
    for (const columns of [1, 2, 4]) await owner.send('PATCH', widgetPath(widget), { columns })
    const first = await pageOf(owner, '?page_size=3')
    expect([first.results.length, first.count]).toEqual([3, 4])
    const second = await pageOf(owner, new URL(first.next ?? '', 'http://a').search)
    expect(second).toMatchObject({ results: [{ event: 'create' }], next: null, count: 4 })
    expect((await owner.send('GET', `${CHANGES}?page_size=101`)).status).toBe(400)
  })

  test('are for the owner only', async () => {
    const { owner, acting, member } = await newTeam()
    expect(await refusalOf(await acting.send('GET', CHANGES))).toEqual([
      403,
      'Only the owner of this account can do this.',
    ])
    expect(await changesOf(member)).toEqual([])
    const { key } = await addKey(owner)
    expect((await withKey(server, key)('GET', CHANGES)).status).toBe(403)
    expect((await server.request('GET', CHANGES)).status).toBe(401)
  })
})

describe('no change is recorded', () => {
  test('for an edit that changes nothing', async () => {
    const { owner, widget, collection, acting } = await newTeam()
    const body = { name: 'Set', parameters: [{ name: 'a', value: 'b' }] }
    const made = await ask<{ result: { uuid: string } }>(acting, 'POST', SETS, body)
    const added = await ask<{ id: number }>(acting, 'POST', SOCIAL, instagram('ana'))
    const before = await changesOf(owner)
    await acting.send('PATCH', widgetPath(widget), { name: 'Shop' })
    await acting.send('PATCH', `${SETS}${made.body.result.uuid}/`, body)
    await acting.send('PATCH', `${SOCIAL}${added.body.id}/`, instagram('ana'))
    await acting.send('PATCH', `${COLLECTIONS}order/`, { uuids: [collection.uuid] })
    expect(await changesOf(owner)).toEqual(before)
  })

  test('for a change that fails', async () => {
    const { owner, widget, acting } = await newTeam()
    await acting.send('POST', SOCIAL, instagram('ana'))
    const other = await ask<{ id: number }>(acting, 'POST', SOCIAL, instagram('ben'))
    await acting.send('DELETE', widgetPath(widget))
    const before = await changesOf(owner)
    await expectRefused(ask(acting, 'POST', SOCIAL, instagram('ana')), 'non_field_errors')
    await expectRefused(
      ask(acting, 'PATCH', `${SOCIAL}${other.body.id}/`, instagram('ana')),
      'non_field_errors',
    )
    expect((await acting.send('DELETE', widgetPath(widget))).status).toBe(404)
    expect(await changesOf(owner)).toEqual(before)
  })

  test('a second time if two requests delete the same', async () => {
    const { owner, widget, acting } = await newTeam()
    const answers = await Promise.all(
      [owner, acting].map((person) => person.send('DELETE', widgetPath(widget))),
    )
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['204', '404'])
    expect(await changesOf(owner)).toHaveLength(2)
  })
})

describe('changes', () => {
  test('lose the name of a member whose account was deleted, and end with the account', async () => {
    const { owner, widget, member, acting } = await newTeam()
    await acting.send('DELETE', widgetPath(widget))
    await leaveAccount(server, member)
    await purge(server)
    const by = { kind: 'person', name: '', is_you: false }
    expect((await changesOf(owner))[0]).toMatchObject({ event: 'delete', by })
    expect(await placesOf(server, member.uuid)).not.toContain('account_changes.actor_id')
    expect(await placesOf(server, member.email)).not.toContain('account_changes.actor_name')
    await leaveAccount(server, owner)
    await purge(server)
    const left = eq(accountChanges.userId, owner.uuid)
    expect(await server.deps.db.$count(accountChanges, left)).toBe(0)
  })

  test('are deleted after 400 days, and beyond the newest 5000', async () => {
    const { db, sql } = server.deps
    const [owner, busy] = [await newTeam(), await newTeam()].map((team) => team.owner.uuid)
    await sql`
      insert into account_changes (user_id, changed_at, thing, event, name, actor_kind, actor_id, actor_name)
      select ${owner}, now() - make_interval(days => day), 'widget', 'edit', day::text, 'system', '', ''
      from unnest(array[399, 401]) day`
    await sql`
      insert into account_changes (user_id, thing, event, name, actor_kind, actor_id, actor_name)
      select ${busy}, 'widget', 'edit', number::text, 'system', '', ''
      from generate_series(1, ${MAX_ACCOUNT_CHANGES + 1}) number`
    await deleteOldAccountChanges(db)
    const namesOf = async (userId = '') => {
      const rows = await db.select().from(accountChanges).where(eq(accountChanges.userId, userId))
      return rows.map(({ name }) => name)
    }
    expect((await namesOf(owner)).toSorted()).toEqual(['399', 'Shop'])
    const kept = await namesOf(busy)
    expect(kept).toHaveLength(MAX_ACCOUNT_CHANGES)
    expect([kept.includes('1'), kept.includes('2')]).toEqual([false, true])
  })
})
