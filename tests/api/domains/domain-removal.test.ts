import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CustomDomain } from '#contract/domains.ts'
import type { TransactionSql } from '../../../server/db/sql.ts'
import { startDns, type DnsServer } from '#support/server/hosts/dns-server.ts'
import { daysLater, checked, DOMAINS, unpublish, verified } from '#support/server/page/domains.ts'
import { ended, lines, start } from '#support/server/links/imports.ts'
import { addLink, editLink, LINKS, readLink, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let dns: DnsServer
let ana: Person
let domain: CustomDomain
let count = 0
beforeAll(async () => {
  dns = await startDns()
  server = await createTestServer({ listen: true, dnsServers: [dns.address] })
})
beforeEach(async () => {
  ana = await signUp(server)
  domain = await verified(server, dns, ana, `n${(count += 1)}.ana.test`)
})
afterAll(async () => {
  await server.stop()
  await dns.stop()
})

const useForNewLinks = () => ana.send('PATCH', `${DOMAINS}${domain.id}/`, { is_main: true })
const remove = () => ana.send('DELETE', `${DOMAINS}${domain.id}/`)

const somebodyWaits = () =>
  vi.waitFor(async () => {
    const waiting = await server.deps.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    expect(waiting).not.toHaveLength(0)
  })

/** Begins `work` in the middle of this transaction, which it has to wait for. */
async function during<T>(change: (tx: TransactionSql) => Promise<unknown>, work: () => Promise<T>) {
  let running: Promise<T> | undefined
  await server.deps.sql.begin(async (tx) => {
    await change(tx)
    running = work()
    await somebodyWaits()
  })
  if (!running) throw new Error('not begun')
  return running
}

const removing = (tx: TransactionSql) => tx`delete from link_domains where id = ${domain.id}`

test('a link that is made while its domain is removed begins with the main one', async () => {
  await useForNewLinks()
  const made = await during(removing, () => addLink(ana))
  expect(made.link_domain_id).toMatchObject({ id: 1, is_main: true })
  expect((await fetch(made.split_url, { redirect: 'manual' })).status).toBe(302)
})

test('one that is moved there meanwhile is refused in words', async () => {
  const link = await addLink(ana)
  const { status, body } = await during(removing, () =>
    editLink(ana, link, { link_domain_id: domain.id }),
  )
  expect([status, body.errors]).toEqual([
    400,
    { link_domain_id: ['Short links cannot use this domain.'] },
  ])
})

test('a domain that a link is moved to meanwhile is not removed (R-444)', async () => {
  const link = await addLink(ana)
  const answer = await during(
    async (tx) => {
      await tx`select id from link_domains where id = ${domain.id} for share`
      await tx`update links set domain_id = ${domain.id} where id = ${link.uuid}`
    },
    () => remove(),
  )
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { errors: { non_field_errors: ['1 link uses this domain. Move it to another one first.'] } },
  ])
})

test('a file whose domain is removed while it is imported goes to the main one', async () => {
  const file = lines('url,code,domain', `https://shop.example/rug,removed-rug,${domain.domain}`)
  const { result } = await during(removing, () => start(server, ana, file))
  expect(await ended(ana, result.id)).toMatchObject({ status: 'done' })
  const { results } = await search(ana)
  expect(results.map(({ link_domain_id }) => link_domain_id.id)).toEqual([1])
})

test('a clone of a link whose domain leads nowhere now begins with the main one', async () => {
  const link = await addLink(ana)
  await editLink(ana, link, { link_domain_id: domain.id })
  const clone = async () => {
    const answer = await ana.send('POST', `${LINKS}${link.uuid}/clone/`)
    return ((await answer.json()) as { result: { link_domain_id: { id: number } } }).result
  }
  expect((await clone()).link_domain_id.id).toBe(domain.id)
  unpublish(dns, domain)
  await daysLater(server, domain, 7)
  await checked(server, [domain])
  expect((await readLink(ana, link)).link_domain_id.id).toBe(domain.id)
  expect((await clone()).link_domain_id.id).toBe(1)
})
