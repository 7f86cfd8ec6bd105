import { expect, test, vi } from 'vitest'
import { linkDomains } from '../../../server/platform/db/schema.ts'
import { random } from '../../../server/links/short-codes.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { ask, expectRefused } from '#support/server/asking.ts'
import { LINKS, type Made } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

/**
 * Next indexes into the alphabet that the random generator returns. If empty, it is really random.
 */
const next: number[] = []
const { below } = random
vi.spyOn(random, 'below').mockImplementation((most) => next.shift() ?? below(most))

const server = await startTestServer()

async function domainOf({ uuid: userId }: Person, domain: string, fields = {}): Promise<number> {
  const values = { userId, domain, ...fields }
  const [row] = await server.deps.db.insert(linkDomains).values(values).returning()
  return row?.id ?? 0
}
const USED = { status: 'verified', servedAt: new Date(), isMain: true } as const

const askFor = (person: Person, query: string) =>
  ask<Made>(person, 'GET', `${LINKS}next_short_code/${query}`)
/** The generator proposes 222222, then 333333 if that is in use. */
async function proposed(person: Person, query: string) {
  next.splice(0, Infinity, ...Array<number>(6).fill(0), ...Array<number>(6).fill(1))
  const { body } = await askFor(person, query)
  next.length = 0
  return body.result.short_code
}

test('a proposed code is free on the requested domain (R-181, D-20)', async () => {
  const ana = await signUp(server)
  const used = await domainOf(ana, 'links.ana.example', USED)
  const waiting = await domainOf(ana, 'waits.ana.example')
  await addLink(server, { userId: ana.uuid, shortCode: '222222', domainId: used })
  expect(await proposed(ana, '')).toBe('333333')
  expect(await proposed(ana, `?link_domain_id=${used}`)).toBe('333333')
  for (const id of [1, waiting]) {
    expect(await proposed(ana, `?link_domain_id=${id}`)).toBe('222222')
  }
  await addLink(server, { userId: ana.uuid, shortCode: '222222', domainId: 1 })
  expect(await proposed(ana, '?link_domain_id=1')).toBe('333333')
})

test('a code is not proposed for the domain of another user', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const id = await domainOf(ana, 'mine.ana.example', USED)
  for (const wrong of [id, 0, 1.5, 'x', 2 ** 31]) {
    await expectRefused(askFor(ben, `?link_domain_id=${wrong}`), 'link_domain_id', wrong)
  }
})
