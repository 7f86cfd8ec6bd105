import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { linkDomains } from '../../../server/platform/db/schema.ts'
import { random } from '../../../server/links/short-codes.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { LINKS } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

/**
 * Next indexes into the alphabet that the random generator returns. If empty, it is really random.
 */
const next: number[] = []
const { below } = random
vi.spyOn(random, 'below').mockImplementation((most) => next.shift() ?? below(most))

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

async function domainOf({ uuid: userId }: Person, domain: string, fields = {}): Promise<number> {
  const values = { userId, domain, ...fields }
  const [row] = await server.deps.db.insert(linkDomains).values(values).returning()
  return row?.id ?? 0
}
const USED = { status: 'verified', servedAt: new Date(), isMain: true } as const

const ask = async (person: Person, query: string) => {
  const response = await person.send('GET', `${LINKS}next_short_code/${query}`)
  return {
    status: response.status,
    body: (await response.json()) as { result?: { short_code: string }; errors?: object },
  }
}
/** The generator proposes 222222, then 333333 if that is in use. */
async function proposed(person: Person, query: string) {
  next.splice(0, Infinity, ...Array<number>(6).fill(0), ...Array<number>(6).fill(1))
  const { body } = await ask(person, query)
  next.length = 0
  return body.result?.short_code
}

test('a code is free on the domain where it would stand (R-181, D-20)', async () => {
  const ana = await signUp(server)
  const [used, waiting] = [
    await domainOf(ana, 'links.ana.example', USED),
    await domainOf(ana, 'waits.ana.example'),
  ]
  await addLink(server, { userId: ana.uuid, shortCode: '222222', domainId: used })
  expect(await proposed(ana, '')).toBe('333333')
  expect(await proposed(ana, `?link_domain_id=${used}`)).toBe('333333')
  for (const id of [1, waiting]) {
    expect(await proposed(ana, `?link_domain_id=${id}`)).toBe('222222')
  }
  await addLink(server, { userId: ana.uuid, shortCode: '222222', domainId: 1 })
  expect(await proposed(ana, '?link_domain_id=1')).toBe('333333')
})

test('of no domain but one’s own', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const id = await domainOf(ana, 'mine.ana.example', USED)
  for (const wrong of [id, 0, 1.5, 'x', 2 ** 31]) {
    const { status, body } = await ask(ben, `?link_domain_id=${wrong}`)
    expect([status, Object.keys(body.errors ?? {})], String(wrong)).toEqual([
      400,
      ['link_domain_id'],
    ])
  }
})
