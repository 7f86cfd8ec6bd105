import { describe, expect, test } from 'vitest'
import { readCase } from '#support/cases.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { editLink, addLink as addLinkOf } from '#support/server/links.ts'
import { addLink, newCode, visit } from '#support/server/links/short-links.ts'
import { addVerifiedDomain } from '#support/server/page/domains.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({ listen: true, dnsServers: [dns.address] })

/** Characters that may follow an address copied from a text, also those of other products. */
const TAILS = `${readCase('after-a-short-link.txt').toString()} /) /. /%20 // /). /%E2%80%9D
  . ) , ! ; : ' " ] > * | .) &utm_source=mail
  %20 %20and %E2%80%9D %E2%80%A6 %E2%80%8B %C2%BB %22 %29 %0A`.split(/\s+/)

describe('punctuation after a short address', () => {
  test.each(TAILS)('%s ends the code', async (tail) => {
    const link = await addLink(server, { shortCode: `tail-${newCode()}` })
    expect((await visit(server, `/s/${link.shortCode}${tail}`)).location).toBe(link.url)
  })

  test('percent-encoded letters belong to the code', async () => {
    const code = `enc-${newCode()}`
    const link = await addLink(server, { shortCode: code })
    const encoded = [code.replace('n', '%6E'), `${code.replace('-', '%2d')})`]
    for (const path of [...encoded.map((each) => `/s/${each}`), `/%73/${code}`])
      expect((await visit(server, path)).location, path).toBe(link.url)
  })

  const ENDS = ['.', ')', '/)', '%20', '%E2%80%9D', '),']
  test.each(ENDS)('%s ends the address of a preview', async (tail) => {
    const link = await addLink(server, { shortCode: `look-${newCode()}` })
    const preview = `${server.deps.config.appOrigin}/s/${link.shortCode}+`
    for (const plus of ['+', '%2B'])
      expect((await visit(server, `/s/${link.shortCode}${plus}${tail}`)).location).toBe(preview)
  })

  test('other suffixes stay unknown', async () => {
    const link = await addLink(server, { shortCode: `robots-${newCode()}` })
    for (const tail of [
      '.txt',
      '.php',
      '/a/b',
      '/a.b',
      '/)more',
      '/%41/b',
      '+more',
      'x',
      '-',
      '~12',
    ])
      expect((await visit(server, `/s/${link.shortCode}${tail}`)).status).toBe(404)
  })

  test('also on an own domain', async () => {
    const person = await signUp(server)
    const domain = await addVerifiedDomain(server, dns, person, 'copied.me.test')
    const link = await addLinkOf(person, 'https://shop.example/copied')
    await editLink(person, link, { link_domain_id: domain.id, short_code: 'lamp' })
    const locationOf = async (path: string, host = 'copied.me.test') =>
      (await visit(server, path, { host })).location
    for (const tail of ['.', ')', '/)', '%E2%80%9D'])
      expect(await locationOf(`/lamp${tail}`)).toBe('https://shop.example/copied')
    for (const path of ['/l%61mp', '/lamp'])
      expect(await locationOf(path, 'COPIED.me.test.')).toBe('https://shop.example/copied')
    const preview = `${server.deps.config.appOrigin}/s/lamp~${domain.id}+`
    expect(await locationOf('/lamp+).')).toBe(preview)
  })

  const STARTS = ['/', '/)', '/.', '/%20', '/%E2%80%9D', '/)?x=1']
  test.each(STARTS)('%s of an own domain is its start page', async (path) => {
    const person = await signUp(server)
    const host = `${newCode().toLowerCase()}.me.test`
    await addVerifiedDomain(server, dns, person, host)
    expect((await visit(server, path, { host })).location).toBe(`${server.deps.config.appOrigin}/`)
  })
})

test.each(['.', ')', '%20', '%E2%80%9D', '!'])('%s ends the name of a page', async (tail) => {
  const person = await signUp(server)
  const slug = `page-${newCode().toLowerCase()}`
  await person.send('POST', '/v2/my/pages/', { slug, title: 'Ana' })
  const answer = await visit(server, `/p/${slug}${tail}`)
  expect(answer).toMatchObject({ status: 308, location: `/p/${slug}` })
})
