import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { fieldError } from '#support/server/asking.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp, type Person } from '#support/server/people.ts'

const { server, ana } = await startWithCreator()

const taken = fieldError('short_code', 'This code is already in use')

test('a taken short code is refused on its field, in any case and for any owner (R-183)', async () => {
  const eve = await signUp(server)
  const first = await addLink(ana)
  await editLink(ana, first, { short_code: 'Taken-1' })
  for (const person of [ana, eve]) {
    const link = await addLink(person)
    expect(await editLink(person, link, { short_code: 'tAKEN-1' })).toEqual(taken)
    expect((await readLink(person, link)).short_code).toBe(link.short_code)
  }
  const own = await editLink(ana, first, { short_code: 'taken-1' })
  expect(own.body.short_code).toBe('taken-1')
})

test('of several simultaneous requests for one code, exactly one gets it (R-183)', async () => {
  const links: [Person, ShortLink][] = []
  for (let count = 0; count < 6; count += 1) {
    const person = await signUp(server)
    links.push([person, await addLink(person)])
  }
  const answers = await Promise.all(
    links.map(([person, link]) => editLink(person, link, { short_code: 'wanted' })),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(5).fill(taken))
})

test('a code of a hidden link or a former code is never given to another link (D-23)', async () => {
  const [link, other] = [await addLink(ana), await addLink(ana)]
  await editLink(ana, link, { short_code: 'printed', is_hidden: true })
  expect(await editLink(ana, other, { short_code: 'printed' })).toEqual(taken)
  await editLink(ana, link, { short_code: 'renamed' })
  expect(await editLink(ana, other, { short_code: 'PRINTED' })).toEqual(taken)
  // The link may get its previous code back.
  expect((await editLink(ana, link, { short_code: 'Printed' })).body.short_code).toBe('Printed')
  expect(await editLink(ana, other, { short_code: 'renamed' })).toEqual(taken)
})

test('a code that is being released cannot be taken at the same time', async () => {
  const eve = await signUp(server)
  const [link, other] = [await addLink(ana), await addLink(eve)]
  await editLink(ana, link, { short_code: 'fought-over' })
  const pending = await server.deps.db.transaction(async (tx) => {
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
    // In an object, because the transaction would wait for a promise.
    return { answer }
  })
  expect(await pending.answer).toEqual(taken)
})

test('codes with other characters, too short, too long or reserved are refused (R-183)', async () => {
  const link = await addLink(ana)
  const edit = (short_code: string) => editLink(ana, link, { short_code })
  const help = 'Use 2 to 50 letters, numbers, dashes or underscores.'
  for (const code of ['a', '-ab', '_ab', 'a b', 'a/b', 'ä-b', 'a.b', 'a%2fb', ''])
    expect(await edit(code), code).toEqual(fieldError('short_code', help))
  expect((await edit('x'.repeat(51))).status).toBe(400)
  const reserved = fieldError('short_code', 'This code is reserved. Choose another.')
  for (const code of ['admin', 'API', 'healthz', 'v1', 'multi-connect', 'login'])
    expect(await edit(code), code).toEqual(reserved)
})
