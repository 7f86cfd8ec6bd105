import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { announceAccountHostChanges } from '../../../server/redirect/own-hosts.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { addVerifiedDomain } from '#support/server/page/domains.ts'
import { addLink, editLink, LINKS } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addLink as storeLink,
  editLink as changeStored,
  visit,
} from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({ listen: true, dnsServers: [dns.address] })
const other = await startTestServer({ listen: true, sharedServer: server })

const at = (host: string, path: string, on = server) => visit(on, path, { host })
const below = (code: string) => visit(server, `/s/${code}`)

const onDomain = (person: Person, domainId: number, shortCode: string, url: string) =>
  storeLink(server, { userId: person.uuid, domainId, shortCode, url })

const loop = (field: string) => fieldError(field, 'This is already a short link.')

test('a link cannot have a verified domain as its target, on any port', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const { split_url } = await addLink(ana)
  await addVerifiedDomain(server, dns, ana, 'taken.ana.test')
  const typed = ['https://taken.ana.test/lamp', 'TAKEN.ana.test./x', 'http://taken.ana.test:8443/']
  for (const url of typed) {
    for (const person of [ana, ben])
      expect(await ask(person, 'POST', LINKS, { url }), url).toEqual(loop('url'))
  }
  const fallback = { fallback_url: 'https://taken.ana.test/lamp' }
  expect(await editLink(ben, await addLink(ben), fallback)).toEqual(loop('fallback_url'))
  expect((await addLink(ben, 'https://www.ana.test/lamp')).url).toBe('https://www.ana.test/lamp')
  expect((await fetch(split_url, { redirect: 'manual' })).status).toBe(302)
})

test('a target that became an own domain is one more redirect, and never a loop', async () => {
  const ana = await signUp(server)
  // The link was created before the domain was added here.
  const first = await addLink(ana, 'https://moved.ana.test/lamp')
  expect((await below(first.short_code)).location).toBe('https://moved.ana.test/lamp')
  const domain = await addVerifiedDomain(server, dns, ana, 'moved.ana.test')
  // The domain has no such link yet. The redirect still leads there, and the domain answers itself.
  expect((await below(first.short_code)).location).toBe('https://moved.ana.test/lamp')
  const lamp = await onDomain(ana, domain.id, 'lamp', 'https://shop.example/lamp')
  expect((await below(first.short_code)).location).toBe('https://moved.ana.test/lamp')
  expect((await at('moved.ana.test', '/lamp')).location).toBe('https://shop.example/lamp')

  const circle = await onDomain(ana, domain.id, 'circle', 'https://moved.ana.test/circle?x=1')
  expect((await at('moved.ana.test', '/circle')).status).toBe(404)
  await changeStored(server, lamp, { url: 'https://moved.ana.test/circle' })
  expect((await at('moved.ana.test', '/lamp')).status).toBe(404)
  expect((await below(first.short_code)).status).toBe(404)
  // The chain now ends at another site, so its links redirect again.
  await changeStored(server, circle, { url: 'https://shop.example/end' })
  expect((await at('moved.ana.test', '/lamp')).location).toBe('https://moved.ana.test/circle')
})

test('two expired links do not redirect to each other', async () => {
  const ana = await signUp(server)
  const { id } = await addVerifiedDomain(server, dns, ana, 'over.ana.test')
  const over = { userId: ana.uuid, domainId: id, expiresAt: new Date(0) }
  const ended = (shortCode: string, fallbackUrl: string) =>
    storeLink(server, { ...over, shortCode, fallbackUrl })
  await ended('ping', 'https://over.ana.test/pong')
  await ended('pong', 'https://over.ana.test/ping')
  expect((await at('over.ana.test', '/ping')).status).toBe(410)
  await ended('calm', 'https://over.ana.test/')
  expect((await at('over.ana.test', '/calm')).location).toBe('https://over.ana.test/')
})

test('a deleted account’s domains stop working in every process', async () => {
  const ana = await signUp(server)
  const { id } = await addVerifiedDomain(server, dns, ana, 'leaves.ana.test')
  await onDomain(ana, id, 'lamp', 'https://shop.example/lamp')
  expect((await at('leaves.ana.test', '/lamp')).status).toBe(302)
  await vi.waitFor(async () =>
    expect((await at('leaves.ana.test', '/lamp', other)).status).toBe(302),
  )
  await server.deps.db.transaction(async (tx) => {
    await announceAccountHostChanges(tx, ana.uuid)
    await tx.execute(sql`delete from users where id = ${ana.uuid}`)
  })
  expect((await at('leaves.ana.test', '/lamp')).location).toBeUndefined()
  expect((await at('leaves.ana.test', '/')).location).toBeUndefined()
  await vi.waitFor(async () =>
    expect((await at('leaves.ana.test', '/', other)).location).toBeUndefined(),
  )
})
