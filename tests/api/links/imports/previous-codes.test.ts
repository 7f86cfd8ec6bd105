import { expect, test } from 'vitest'
import type { Analytics } from '#contract/analytics.ts'
import { ask } from '#support/server/asking.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { allLinks, lines } from '#support/server/links/imports.ts'
import { byCode, importTo, locationOn } from '#support/server/links/previous-hosts.ts'
import { visit } from '#support/server/links/short-links.ts'
import { addVerifiedDomain } from '#support/server/page/domains.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({ listen: true, jobs: true, dnsServers: [dns.address] })
const at = (host: string, path: string) => locationOn(server, host, path)

test('codes of Shlink with slashes lead to their links, with and without a source', async () => {
  const ana = await signUp(server)
  const { domain, id } = await addVerifiedDomain(server, dns, ana, 'parts.me.test')
  const file = lines(
    'createdAt,shortUrl,longUrl,title,tags,visits',
    `2024-01-02T03:04:05+00:00,https://${domain}/Sale,https://shop.example/a,A,,4`,
    `2024-01-02T03:04:05+00:00,https://${domain}/Sale/Summer,https://shop.example/b,B,,3`,
    `2024-01-02T03:04:05+00:00,https://${domain}/s/2026/x,https://shop.example/c,C,,2`,
    `2024-01-02T03:04:05+00:00,https://${domain}/fr%C3%BChling,https://shop.example/d,D,,1`,
  )
  expect((await importTo(ana, undefined, file)).counts).toMatchObject({ new: 4, recoded: 0 })
  const paths = {
    '/Sale': 'a',
    '/Sale/story': 'a',
    '/Sale/Summer': 'b',
    '/Sale/Summer/story': 'b',
    '/Sale%2FSummer': 'b',
    '/Sale/Summer.': 'b',
    '/s/2026/x/story': 'c',
    '/fr%C3%BChling/story': 'd',
    '/fr%C3%BChling': 'd',
  }
  for (const [path, target] of Object.entries(paths))
    expect([path, await at(domain, path)]).toEqual([path, `https://shop.example/${target}`])
  expect(await at(domain, '/Sale/a/b')).toBe(404)
  const links = byCode(await allLinks(ana))
  expect(links.get('Sale/Summer')?.split_url).toMatch(/\/Sale\/Summer$/)
  const main = new URL(server.origin ?? '').host
  expect(await at(main, `/s/Sale%2FSummer~${id}`)).toBe('https://shop.example/b')
  const filter = { group_by: 'source' }
  // Only the first click of a visitor on a link counts here.
  const { body } = await ask<Analytics>(ana, 'POST', '/v2/my/analytics/my_links/', filter)
  expect(body.results.find(({ key }) => key === 'story')).toMatchObject({ clicks: 2 })
  expect(body.results.some(({ key }) => key === 'summer')).toBe(false)
})

test('the preview of a code in any script is reached from its domain', async () => {
  const ana = await signUp(server)
  const { domain, id } = await addVerifiedDomain(server, dns, ana, 'scripts.me.test')
  const codes = ['frühling', 'a/b', '7']
  const rows = codes.map((code) => `${code},https://shop.example/${encodeURIComponent(code)}`)
  await importTo(ana, id, lines('keyword,url', ...rows))
  for (const code of codes) {
    const page = await at(domain, `/${encodeURI(code)}+`)
    expect(page).toContain(`/s/${encodeURIComponent(code)}~${id}+`)
    const { pathname } = new URL(String(page))
    const preview = await visit(server, pathname, { headers: { Accept: 'text/html' } })
    expect(preview.status).toBe(200)
    expect(preview.body).toContain(`shop.example/${encodeURIComponent(code)}`)
    expect(preview.body).toContain(`action="/s/${encodeURIComponent(`${code}~${id}`)}+"`)
  }
})
