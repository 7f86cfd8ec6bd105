import { expect, test } from 'vitest'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { leaveAccount, purge } from '#support/server/leaving.ts'
import { addLink as postLink, editLink } from '#support/server/links.ts'
import { newCode, visit } from '#support/server/links/short-links.ts'
import {
  addDomain,
  checkDomains,
  passDays,
  DOMAINS,
  readDomain,
  unpublish,
  addVerifiedDomain,
} from '#support/server/page/domains.ts'
import { addPage, editPage, isFree, newSlug } from '#support/server/page/pages.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({ listen: true, dnsServers: [dns.address] })
const other = await startTestServer({ listen: true, sharedServer: server })

const at = async (path: string, host?: string) =>
  (await visit(other, path, host === undefined ? {} : { host })).status

test('short codes of a deleted user answer 410 and stay reserved', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const code = newCode()
  const link = await postLink(ana, 'https://shop.example/lamp')
  expect((await editLink(ana, link, { short_code: code })).status).toBe(200)
  expect(await at(`/s/${code}`)).toBe(302)
  await leaveAccount(server, ana)
  await purge(server)
  const answer = await visit(server, `/s/${code}`)
  expect([answer.status, answer.body]).toEqual([
    410,
    expect.stringContaining('This link was deleted'),
  ])
  await expect.poll(() => at(`/s/${code}`)).toBe(410)
  // The link's previous code answers the same.
  expect(await at(`/s/${link.short_code}`)).toBe(410)
  const mine = await postLink(ben, 'https://shop.example/mine')
  for (const taken of [code, code.toUpperCase(), link.short_code]) {
    const refused = await editLink(ben, mine, { short_code: taken })
    expect([refused.status, await at(`/s/${taken}`)]).toEqual([400, 410])
  }
})

test('current and former slugs of a deleted page stay reserved', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const first = newSlug()
  const page = await addPage(ana, { slug: first, is_published: true })
  const slug = newSlug()
  await editPage(ana, page, { slug })
  await leaveAccount(server, ana)
  await purge(server)
  for (const name of [first, slug]) {
    await expect.poll(async () => (await other.request('GET', `/p/${name}`)).status).toBe(410)
    expect(await isFree(ben, name)).toBe(false)
  }
})

test('a verified domain of a deleted user answers 410 and cannot be verified by others', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const host = 'links.leaving.test'
  const domain = await addVerifiedDomain(server, dns, ana, host)
  const code = newCode()
  const link = await postLink(ana, 'https://shop.example/lamp')
  expect((await editLink(ana, link, { link_domain_id: domain.id, short_code: code })).status).toBe(
    200,
  )
  await expect.poll(() => at(`/${code}`, host)).toBe(302)
  await leaveAccount(server, ana)
  await purge(server)
  await expect.poll(() => at(`/${code}`, host)).toBe(410)
  await expect.poll(() => at('/', host)).toBe(410)
  expect(await at(`/s/${code}~${domain.id}`)).toBe(410)
  expect((await ben.send('POST', DOMAINS, { domain: host })).status).toBe(400)
  // A domain that was never verified can be added by another user.
  const cleo = await signUp(server)
  await addDomain(cleo, 'waits.leaving.test')
  await leaveAccount(server, cleo)
  await purge(server)
  expect((await ben.send('POST', DOMAINS, { domain: 'waits.leaving.test' })).status).toBe(201)
})

test('a domain that another user took over stays theirs, without the old codes', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const host = 'links.lost.test'
  const lost = await addVerifiedDomain(server, dns, ana, host)
  const code = newCode()
  const link = await postLink(ana, 'https://shop.example/lamp')
  await editLink(ana, link, { link_domain_id: lost.id, short_code: code })
  unpublish(dns, lost)
  for (const days of [7, 30]) {
    await passDays(server, lost, days)
    await checkDomains(server, [lost])
  }
  const found = await addVerifiedDomain(server, dns, ben, host)
  await leaveAccount(server, ana)
  await purge(server)
  expect((await readDomain(ben, found)).status).toBe('active')
  expect(await at(`/s/${code}~${lost.id}`)).toBe(410)
  await expect.poll(() => at(`/${code}`, host)).toBe(404)
})

test('referral codes of a deleted user do nothing and stay reserved', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const code = `bye-${newCode()}`.toLowerCase()
  const made = await ana.send('POST', '/v2/my/referrals/links/', { code, is_creator: true })
  expect([made.status, await at(`/r/${code}`)]).toEqual([201, 302])
  await leaveAccount(server, ana)
  await purge(server)
  expect(await at(`/r/${code}`)).toBe(404)
  const refused = await ben.send('POST', '/v2/my/referrals/links/', { code, is_creator: true })
  expect(refused.status).toBe(400)
})
