import { beforeEach, expect, test, vi } from 'vitest'
import type { CustomDomain } from '#contract/page/domains.ts'
import type { TransactionSql } from '../../../../server/platform/db/sql.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addDomain,
  checkDomains,
  passDays,
  DOMAINS,
  publish,
  readDomain,
  unpublish,
  addVerifiedDomain,
} from '#support/server/page/domains.ts'
import { waitForImport, lines, start } from '#support/server/links/imports.ts'
import { visit } from '#support/server/links/short-links.ts'
import {
  addLink,
  changes,
  editLink,
  LINKS,
  readLink,
  search,
  type Made,
} from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

let ana: Person
let domain: CustomDomain
let count = 0
const dns = await forThisFile(startDns())
const server = await startTestServer({ listen: true, dnsServers: [dns.address] })
beforeEach(async () => {
  ana = await signUp(server)
  domain = await addVerifiedDomain(server, dns, ana, `n${(count += 1)}.ana.test`)
})

const useForNewLinks = () => ana.send('PATCH', `${DOMAINS}${domain.id}/`, { is_main: true })
const remove = () => ask(ana, 'DELETE', `${DOMAINS}${domain.id}/`)

const somebodyWaits = () =>
  vi.waitFor(async () => {
    const waiting = await server.deps.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    expect(waiting).not.toHaveLength(0)
  })

/** Starts `work` inside this transaction, which it has to wait for. */
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

test('a link created while its domain is removed gets the main domain', async () => {
  await useForNewLinks()
  const made = await during(removing, () => addLink(ana))
  expect(made.link_domain_id).toMatchObject({ id: 1, is_main: true })
  expect((await fetch(made.split_url, { redirect: 'manual' })).status).toBe(302)
})

test('moving a link to a domain that is being removed is refused', async () => {
  const link = await addLink(ana)
  const move = () => editLink(ana, link, { link_domain_id: domain.id })
  const refused = fieldError('link_domain_id', 'Short links cannot use this domain.')
  expect(await during(removing, move)).toEqual(refused)
})

test('a domain to which a link is being moved is not removed (R-444)', async () => {
  const link = await addLink(ana)
  const moving = async (tx: TransactionSql) => {
    await tx`select id from link_domains where id = ${domain.id} for share`
    await tx`update links set domain_id = ${domain.id} where id = ${link.uuid}`
  }
  const text = '1 link uses this domain. Move it to another one first.'
  expect(await during(moving, remove)).toEqual(fieldError('non_field_errors', text))
})

test('links imported while their domain is removed get the main domain', async () => {
  const file = lines('url,code,domain', `https://shop.example/rug,removed-rug,${domain.domain}`)
  const { result } = await during(removing, () => start(ana, file))
  expect(await waitForImport(ana, result.id)).toMatchObject({ status: 'done' })
  const { results } = await search(ana)
  expect(results.map(({ link_domain_id }) => link_domain_id.id)).toEqual([1])
})

test('a clone of a link on a suspended domain gets the main domain', async () => {
  const link = await addLink(ana)
  await editLink(ana, link, { link_domain_id: domain.id })
  const clone = async () =>
    (await ask<Made>(ana, 'POST', `${LINKS}${link.uuid}/clone/`)).body.result
  expect((await clone()).link_domain_id.id).toBe(domain.id)
  unpublish(dns, domain)
  await passDays(server, domain, 7)
  await checkDomains(server, [domain])
  expect((await readLink(ana, link)).link_domain_id.id).toBe(domain.id)
  expect((await clone()).link_domain_id.id).toBe(1)
})

const removeAll = () => ana.send('DELETE', `${DOMAINS}${domain.id}/?links=main`)
const statusAt = async (path: string, host = new URL(server.origin ?? '').host) =>
  (await visit(server, path, { host })).status
const list = async (person: Person) =>
  (await ask<{ results: CustomDomain[] }>(person, 'GET', DOMAINS)).body.results

/** Adds a link on the domain with this code. */
async function linkThere(code: string) {
  const link = await addLink(ana)
  const { status } = await editLink(ana, link, { link_domain_id: domain.id, short_code: code })
  expect(status).toBe(200)
  return link
}

test('links of a removed domain redirect below the main host (R-444)', async () => {
  await useForNewLinks()
  const link = await linkThere('lamp')
  const { cursor } = await search(ana)
  expect(await statusAt('/lamp', domain.domain)).toBe(302)
  expect((await ana.send('DELETE', `${DOMAINS}${domain.id}/?links=elsewhere`)).status).toBe(400)
  expect((await remove()).status).toBe(400)
  expect((await removeAll()).status).toBe(204)
  expect((await removeAll()).status).toBe(404)
  expect(await list(ana)).toEqual([])

  const { split_url } = await readLink(ana, link)
  expect(split_url).toBe(`${server.origin}/s/lamp~${domain.id}`)
  expect((await fetch(split_url, { redirect: 'manual' })).headers.get('location')).toBe(link.url)
  await vi.waitFor(async () => expect(await statusAt('/lamp', domain.domain)).not.toBe(302))
  expect((await server.request('GET', `/domains/ask?domain=${domain.domain}`)).status).toBe(404)
  // The link's new address is in the delta, and new links get the main domain.
  const { results } = await changes(ana, cursor)
  expect(results.map(({ uuid }) => uuid)).toEqual([link.uuid])
  expect((await addLink(ana)).link_domain_id.id).toBe(1)
})

test('addresses shared below the main host keep working after the domain is removed', async () => {
  const link = await linkThere('shared')
  await editLink(ana, link, { link_domain_id: 1, short_code: link.short_code })
  expect((await remove()).status).toBe(204)
  expect(await statusAt(`/s/shared~${domain.id}`)).toBe(302)
  expect(await list(ana)).toEqual([])
})

test('a removed domain can be added by anybody; its former owner gets its links back', async () => {
  const link = await linkThere('back')
  await removeAll()
  const ben = await signUp(server)
  const theirs = await addVerifiedDomain(server, dns, ben, domain.domain)
  expect((await readLink(ana, link)).split_url).toBe(`${server.origin}/s/back~${domain.id}`)
  expect(await statusAt('/back', domain.domain)).toBe(404)
  await ben.send('DELETE', `${DOMAINS}${theirs.id}/`)

  const other = await addDomain(ana, `other${count}.ana.test`)
  const text = 'You had this domain before. Add it again to restore its links.'
  const renamed = await ask(ana, 'PATCH', `${DOMAINS}${other.id}/`, { domain: domain.domain })
  expect(renamed).toEqual(fieldError('domain', text))
  const again = await addDomain(ana, domain.domain)
  expect(again).toMatchObject({ status: 'pending', validation_counter: 0, links: 1 })
  expect(again.txt.value).not.toBe(domain.txt.value)
  publish(dns, again)
  await vi.waitFor(async () => {
    await checkDomains(server, [again])
    expect((await readDomain(ana, again)).status).toBe('active')
  })
  const { split_url } = await readLink(ana, link)
  expect(new URL(split_url).hostname).toBe(domain.domain)
  await vi.waitFor(async () => expect(await statusAt('/back', domain.domain)).toBe(302))
})
