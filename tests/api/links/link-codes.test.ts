import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
  ana = await signUp(server)
})
afterAll(() => server.stop())

const taken = { errors: { short_code: ['This code is already in use'] } }

test('a taken short code is refused on its field, whatever its case and whoever has it (R-183)', async () => {
  const eve = await signUp(server)
  const first = await addLink(ana)
  await editLink(ana, first, { short_code: 'Taken-1' })
  for (const person of [ana, eve]) {
    const link = await addLink(person)
    const answer = await editLink(person, link, { short_code: 'tAKEN-1' })
    expect([answer.status, answer.body]).toEqual([400, taken])
    expect((await readLink(person, link)).short_code).toBe(link.short_code)
  }
  const own = await editLink(ana, first, { short_code: 'taken-1' })
  expect(own.body.short_code).toBe('taken-1')
})

test('of many who want one code at once, exactly one gets it (R-183)', async () => {
  const links = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const person = await signUp(server)
      return { person, link: await addLink(person) }
    }),
  )
  const answers = await Promise.all(
    links.map(({ person, link }) => editLink(person, link, { short_code: 'wanted' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect([answer.status, answer.body]).toEqual([400, taken])
  }
})

test('a code is never given to another link: not a hidden one’s, not one given up (D-23)', async () => {
  const [link, other] = [await addLink(ana), await addLink(ana)]
  await editLink(ana, link, { short_code: 'printed', is_hidden: true })
  expect((await editLink(ana, other, { short_code: 'printed' })).body).toEqual(taken)
  await editLink(ana, link, { short_code: 'renamed' })
  expect((await editLink(ana, other, { short_code: 'PRINTED' })).body).toEqual(taken)
  // The link may get its previous code back.
  expect((await editLink(ana, link, { short_code: 'Printed' })).body.short_code).toBe('Printed')
  expect((await editLink(ana, other, { short_code: 'renamed' })).body).toEqual(taken)
})

test('a code that is just being given up is not had by who reaches for it meanwhile', async () => {
  const eve = await signUp(server)
  const [link, other] = [await addLink(ana), await addLink(eve)]
  await editLink(ana, link, { short_code: 'fought-over' })
  const reaching = await server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`update links set short_code = 'moved-on' where id = ${link.uuid}`)
    await tx.execute(
      sql`insert into former_codes (domain_id, code, link_id) values (1, 'fought-over', ${link.uuid})`,
    )
    const answer = editLink(eve, other, { short_code: 'fought-over' })
    // Eve's write waits for this transaction.
    await vi.waitFor(async () => {
      const waiting = await server.deps.sql`select 1 from pg_locks where not granted`
      expect(waiting.length).toBeGreaterThan(0)
    })
    return { answer }
  })
  expect((await reaching.answer).body).toEqual(taken)
})

test('codes with other characters, too short, too long or reserved are refused (R-183)', async () => {
  const link = await addLink(ana)
  const help = 'Use 2 to 50 letters, numbers, dashes or underscores.'
  for (const code of ['a', '-ab', '_ab', 'a b', 'a/b', 'ä-b', 'a.b', 'a%2fb', '']) {
    const { body } = await editLink(ana, link, { short_code: code })
    expect(body, code).toEqual({ errors: { short_code: [help] } })
  }
  expect((await editLink(ana, link, { short_code: 'x'.repeat(51) })).status).toBe(400)
  for (const code of ['admin', 'API', 'healthz', 'v1', 'multi-connect', 'login']) {
    const { body } = await editLink(ana, link, { short_code: code })
    expect(body, code).toEqual({
      errors: { short_code: ['This code is reserved. Choose another.'] },
    })
  }
})
