import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConflictBody } from '#contract/conflicts.ts'
import * as v from 'valibot'
import type { ShortLink } from '#contract/links.ts'
import type { Collection } from '#contract/collections.ts'
import { links } from '../../../server/platform/db/schema.ts'
import { ask, collectionPath, REGULAR, SMART } from '#support/server/links/collections.ts'
import { addLink, editLink, linkPath, readLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await signUp(server)
})

const conflictIn = (body: unknown) => v.parse(ConflictBody, body).conflict

describe('an edit that says what it saw (D-75, R-608)', () => {
  test('is refused on a field that was changed elsewhere, and the answer has the latest', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'From the phone' })
    const { status, body } = await editLink(ana, link, {
      name: 'From the desk',
      tags: ['oak'],
      base: { name: link.name, tags: [] },
    })
    expect(status).toBe(409)
    const { fields, latest } = conflictIn(body)
    expect(fields).toEqual(['name'])
    expect(latest).toMatchObject({ uuid: link.uuid, name: 'From the phone', tags: [] })
    expect(await readLink(ana, link)).toMatchObject({ name: 'From the phone', tags: [] })
  })

  test('has its name instead of the one that the page brought meanwhile (R-226)', async () => {
    const link = await addLink(ana)
    await server.deps.db
      .update(links)
      .set({ name: 'Oak lamp | A shop' })
      .where(eq(links.id, link.uuid))
    const mine = { name: 'Mine', base: { name: link.name } }
    const { status, body } = await editLink(ana, link, mine)
    expect(status).toBe(200)
    expect(body.name).toBe('Mine')
  })

  test('joins changes of other fields without a question', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'From the phone' })
    const { status, body } = await editLink(ana, link, { tags: ['oak'], base: { tags: [] } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'From the phone', tags: ['oak'] })
  })

  test('leaves alone what its form shows but nobody typed', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'From the phone', utm_source: 'phone' })
    const base = { name: link.name, tags: [], short_code: link.short_code, utm_source: '' }
    const { status, body } = await editLink(ana, link, { ...base, tags: ['oak'], base })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'From the phone', tags: ['oak'], utm_source: 'phone' })
  })

  test('still clears the campaign fields that the whole form leaves out (D-24)', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { utm_source: 'ig' })
    const whole = { name: link.name, tags: [], short_code: link.short_code }
    const { body } = await editLink(ana, link, { ...whole, base: { ...whole, utm_source: 'ig' } })
    expect(body.utm_source).toBe('')
  })

  test('is no conflict when both want the same', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'Lamp' })
    const answer = await editLink(ana, link, { name: 'Lamp', base: { name: link.name } })
    expect(answer.status).toBe(200)
  })

  test('compares collections whatever their order, and a picture with none as none', async () => {
    const link = await addLink(ana)
    for (const name of ['A', 'B']) await ana.send('POST', REGULAR, { name })
    await editLink(ana, link, { regular_collection_names: ['A', 'B'] })
    const { status, body } = await editLink(ana, link, {
      regular_collection_names: ['A'],
      custom_image_upload_id: null,
      base: { regular_collection_names: ['B', 'A'], custom_image_upload_id: null },
    })
    expect(status).toBe(200)
    expect(body.regular_collection_names).toEqual(['A'])
  })

  test('answers the same refusal to the same key, and a new key may overwrite', async () => {
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

  test('works for collections, their rules too', async () => {
    const made = await ask<Collection>(ana, 'POST', SMART, { name: 'New', rule: { tags: ['a'] } })
    const { name, rule } = made.body
    await ask(ana, 'PATCH', collectionPath(made.body), { rule: { ...rule, tags: ['b'] } })
    const renamed = await ask<Collection>(ana, 'PATCH', collectionPath(made.body), {
      name: 'Newer',
      base: { name },
    })
    expect(renamed.body).toMatchObject({ name: 'Newer', rule: { tags: ['b'] } })
    const refused = await ask(ana, 'PATCH', collectionPath(made.body), {
      rule: { ...rule, tags: ['c'] },
      base: { rule },
    })
    expect(refused.status).toBe(409)
    expect(conflictIn(refused.body)).toMatchObject({
      fields: ['rule'],
      latest: { name: 'Newer', rule: { tags: ['b'] } },
    })
  })
})
