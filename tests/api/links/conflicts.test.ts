import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConflictBody } from '#contract/conflicts.ts'
import * as v from 'valibot'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ask } from '#support/server/asking.ts'
import { addCollection, addSmart, editCollection } from '#support/server/links/collections.ts'
import { addLink, editLink, linkPath, readLink } from '#support/server/links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const server = await startTestServer()
const ana = newCreatorPerTest(server)

const conflictIn = (body: unknown) => v.parse(ConflictBody, body).conflict

describe('an edit with a base (D-75, R-608)', () => {
  test('is refused on a field that was changed elsewhere, and the answer has the latest', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'From the phone' })
    const base = { name: link.name, tags: [] }
    const { status, body } = await editLink(ana, link, { name: 'Desk', tags: ['oak'], base })
    expect(status).toBe(409)
    const { fields, latest } = conflictIn(body)
    expect(fields).toEqual(['name'])
    expect(latest).toMatchObject({ uuid: link.uuid, name: 'From the phone', tags: [] })
    expect(await readLink(ana, link)).toMatchObject({ name: 'From the phone', tags: [] })
  })

  test('replaces a name that was read from the page meanwhile (R-226)', async () => {
    const link = await addLink(ana)
    await server.deps.sql`update links set name = 'Oak lamp | A shop' where id = ${link.uuid}`
    const mine = { name: 'Mine', base: { name: link.name } }
    expect(await editLink(ana, link, mine)).toMatchObject({ status: 200, body: { name: 'Mine' } })
  })

  test('is merged with changes of other fields', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'From the phone' })
    const joined = { status: 200, body: { name: 'From the phone', tags: ['oak'] } }
    expect(await editLink(ana, link, { tags: ['oak'], base: { tags: [] } })).toMatchObject(joined)
  })

  test('does not write fields that the user did not change', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'From the phone', utm_source: 'phone' })
    const base = { name: link.name, tags: [], short_code: link.short_code, utm_source: '' }
    expect(await editLink(ana, link, { ...base, tags: ['oak'], base })).toMatchObject({
      status: 200,
      body: { name: 'From the phone', tags: ['oak'], utm_source: 'phone' },
    })
  })

  test('still clears the campaign fields that the whole form leaves out (D-24)', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { utm_source: 'ig' })
    const whole = { name: link.name, tags: [], short_code: link.short_code }
    const { body } = await editLink(ana, link, { ...whole, base: { ...whole, utm_source: 'ig' } })
    expect(body.utm_source).toBe('')
  })

  test('is not a conflict when both values are equal', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'Lamp' })
    const answer = await editLink(ana, link, { name: 'Lamp', base: { name: link.name } })
    expect(answer.status).toBe(200)
  })

  test('ignores the order of collections and treats a missing picture as null', async () => {
    const link = await addLink(ana)
    for (const name of ['A', 'B']) await addCollection(ana, name)
    await editLink(ana, link, { regular_collection_names: ['A', 'B'] })
    const { status, body } = await editLink(ana, link, {
      regular_collection_names: ['A'],
      custom_image_upload_id: null,
      base: { regular_collection_names: ['B', 'A'], custom_image_upload_id: null },
    })
    expect(status).toBe(200)
    expect(body.regular_collection_names).toEqual(['A'])
  })

  test('repeats the refusal for the same key; a new key can overwrite', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'From the phone' })
    const edit = { name: 'From the desk', base: { name: link.name } }
    const key = { 'Idempotency-Key': randomUUID() }
    const send = (body: object, headers: Record<string, string>) =>
      ask<ShortLink>(ana, 'PATCH', linkPath(link), body, headers)
    expect((await send(edit, key)).status).toBe(409)
    expect((await send(edit, key)).status).toBe(409)
    const mine = { ...edit, base: { name: 'From the phone' } }
    const kept = await send(mine, { 'Idempotency-Key': randomUUID() })
    expect(kept.body.name).toBe('From the desk')
  })

  test('works for collections and their rules', async () => {
    const made = await addSmart(ana, 'New', { tags: ['a'] })
    const { name, rule } = made
    await editCollection(ana, made, { rule: { ...rule, tags: ['b'] } })
    const latest = { name: 'Newer', rule: { tags: ['b'] } }
    const renamed = await editCollection(ana, made, { name: 'Newer', base: { name } })
    expect(renamed.body).toMatchObject(latest)
    const late = { rule: { ...rule, tags: ['c'] }, base: { rule } }
    const refused = await editCollection(ana, made, late)
    expect(refused.status).toBe(409)
    expect(conflictIn(refused.body)).toMatchObject({ fields: ['rule'], latest })
  })
})
