import { expect, test } from 'vitest'
import type { Analytics } from '#contract/analytics.ts'
import type { ImportPlan } from '#contract/imports.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { allLinks, IMPORT, lines, problemsOf, sendImport } from '#support/server/links/imports.ts'
import { exportFile } from '#support/server/links/exports.ts'
import { byCode, importTo, locationOn } from '#support/server/links/previous-hosts.ts'
import { editLink } from '#support/server/links.ts'
import { visit } from '#support/server/links/short-links.ts'
import {
  addDomain,
  addVerifiedDomain,
  checkDomains,
  publish,
} from '#support/server/page/domains.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({ listen: true, jobs: true, dnsServers: [dns.address] })

async function planFor(person: Person, id: number | undefined, file: string) {
  const query = `?dry_run=true${id === undefined ? '' : `&link_domain_id=${id}`}`
  const response = await sendImport(person, file, query)
  return { status: response.status, body: (await response.json()) as { result: ImportPlan } }
}

const at = (host: string, path: string) => locationOn(server, host, path)

/** Export of YOURLS: no host, codes of any length, and the clicks so far. */
const YOURLS = lines(
  'keyword,url,title,timestamp,clicks',
  '1,https://shop.example/one,One,2024-01-02 03:04:05,12',
  's,https://shop.example/s,S,2024-01-02 03:04:05,0',
  'AbC,https://shop.example/upper,Upper,2024-01-02 03:04:05,"1,204"',
  'abc,https://shop.example/lower,Lower,2024-01-02 03:04:05,7',
  '-_x.y,https://shop.example/odd,Odd,2024-01-02 03:04:05,1',
)

test('codes of YOURLS keep their spelling on the domain that moves here', async () => {
  const ana = await signUp(server)
  const domain = await addVerifiedDomain(server, dns, ana, 'yourls.me.test')
  // Requests from before the import must not be remembered.
  expect(await at(domain.domain, '/AbC')).toBe(404)
  const plan = await planFor(ana, domain.id, YOURLS)
  expect(plan.body.result).toMatchObject({
    counts: { new: 5, existing: 0, recoded: 0, errors: 0 },
    codes_elsewhere: 5,
    clicks_before: 1224,
  })
  expect((await importTo(ana, domain.id, YOURLS)).counts).toMatchObject({ new: 5, recoded: 0 })
  expect(await at(domain.domain, '/AbC')).toBe('https://shop.example/upper')
  expect(await at(domain.domain, '/abc')).toBe('https://shop.example/lower')
  expect(await at(domain.domain, '/ABC')).toBe(404)
  expect(await at(domain.domain, '/1')).toBe('https://shop.example/one')
  expect(await at(domain.domain, '/s')).toBe('https://shop.example/s')
  expect(await at(domain.domain, '/-_x.y')).toBe('https://shop.example/odd')
  expect(await at(domain.domain, '/AbC/story?x=1')).toBe('https://shop.example/upper')
  const links = byCode(await allLinks(ana))
  expect(links.get('AbC')).toMatchObject({
    exact_code: true,
    clicks_before: 1204,
  })
  expect(links.get('AbC')?.split_url).toMatch(/^http:\/\/yourls\.me\.test:\d+\/AbC$/)
  expect(links.get('s')).not.toHaveProperty('clicks_before')
  // The page that tells where a link leads, and the address on the main host.
  expect(await at(domain.domain, '/AbC+')).toContain(`/s/AbC~${domain.id}+`)
  const preview = await visit(server, `/s/abc~${domain.id}+`, { headers: { Accept: 'text/html' } })
  expect(preview.body).toContain('shop.example/lower')
  expect(await at(new URL(server.origin ?? '').host, `/s/1~${domain.id}`)).toBe(
    'https://shop.example/one',
  )
  // The same file adds nothing.
  expect((await importTo(ana, domain.id, YOURLS)).counts).toMatchObject({ new: 0, existing: 5 })
})

test('an account brings several hosts, each with the same codes', async () => {
  const ana = await signUp(server)
  const shlink = await addVerifiedDomain(server, dns, ana, 'shlink.me.test')
  const bitly = await addVerifiedDomain(server, dns, ana, 'bitly.me.test')
  const file = lines(
    'createdAt,shortUrl,longUrl,title,tags,visits',
    '2024-01-02T03:04:05+00:00,https://shlink.me.test/Sale,https://shop.example/a,A,,40',
    '2024-01-02T03:04:05+00:00,https://bitly.me.test/Sale,https://shop.example/b,B,,2',
    '2024-01-02T03:04:05+00:00,https://bitly.me.test/sale,https://shop.example/c,C,,0',
  )
  expect((await importTo(ana, undefined, file)).counts).toMatchObject({ new: 3, recoded: 0 })
  expect(await at(shlink.domain, '/Sale')).toBe('https://shop.example/a')
  expect(await at(bitly.domain, '/Sale')).toBe('https://shop.example/b')
  expect(await at(bitly.domain, '/sale')).toBe('https://shop.example/c')
  expect(await at(shlink.domain, '/sale')).toBe(404)
})

test('links are visible before the domain points here', async () => {
  const ana = await signUp(server)
  const domain = await addDomain(ana, 'early.me.test')
  const file = lines('keyword,url', 'Q,https://shop.example/q')
  expect((await importTo(ana, domain.id, file)).counts).toMatchObject({ new: 1 })
  expect((await allLinks(ana))[0]?.split_url).toContain(`/Q~${domain.id}`)
  publish(dns, domain)
  await checkDomains(server, [domain])
  expect(await at(domain.domain, '/Q')).toBe('https://shop.example/q')
  expect((await allLinks(ana))[0]?.split_url).toMatch(/early\.me\.test:\d+\/Q$/)
})

test('other codes on the domain still ignore case, and give way to exact ones', async () => {
  const ana = await signUp(server)
  const domain = await addVerifiedDomain(server, dns, ana, 'mixed.me.test')
  await importTo(ana, domain.id, lines('keyword,url', 'Lamp,https://shop.example/old'))
  const made = await ask<{ result: ShortLink }>(ana, 'POST', '/v2/my/links/', {
    url: 'https://shop.example/new',
    short_code: 'shelf',
    link_domain_id: domain.id,
  })
  expect(made.status).toBe(201)
  expect(await at(domain.domain, '/SHELF')).toBe('https://shop.example/new')
  const refused = await editLink(ana, made.body.result, { short_code: 'lamp-2' })
  expect(refused.status).toBe(200)
  // `shelf` stays reserved as a former code, so the row with it gets another.
  const done = await importTo(ana, domain.id, lines('keyword,url', 'shelf,https://shop.example/3'))
  expect(done.counts).toMatchObject({ new: 1, recoded: 1 })
  expect((await problemsOf(ana, done.id)).results[0]?.message).toBe(
    'Your link shelf leads elsewhere, so this row gets a new code.',
  )
})

test('changing an exact code keeps the old spelling working', async () => {
  const ana = await signUp(server)
  const domain = await addVerifiedDomain(server, dns, ana, 'renamed.me.test')
  await importTo(
    ana,
    domain.id,
    lines('keyword,url', 'Up,https://shop.example/upper', 'up,https://shop.example/lower'),
  )
  const link = byCode(await allLinks(ana)).get('Up')!
  const whole = { name: 'Renamed', tags: [], short_code: 'Up' }
  expect((await editLink(ana, link, whole)).body).toMatchObject({
    short_code: 'Up',
    exact_code: true,
  })
  expect(await editLink(ana, link, { short_code: 'U' })).toEqual(
    fieldError('short_code', 'Use 2 to 50 letters, numbers, dashes or underscores.'),
  )
  const { status, body } = await editLink(ana, link, { short_code: 'upwards' })
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('exact_code')
  expect(await at(domain.domain, '/Upwards')).toBe('https://shop.example/upper')
  expect(await at(domain.domain, '/Up')).toBe('https://shop.example/upper')
  expect(await at(domain.domain, '/up')).toBe('https://shop.example/lower')
})

test('analytics show visits before Split apart from clicks', async () => {
  const ana = await signUp(server)
  const domain = await addVerifiedDomain(server, dns, ana, 'before.me.test')
  await importTo(
    ana,
    domain.id,
    lines(
      'keyword,url,tags,clicks',
      'a,https://shop.example/a,x,30',
      'b,https://shop.example/b,,12',
    ),
  )
  await visit(server, '/a', { host: domain.domain })
  const read = async (filter: object) =>
    (await ask<Analytics>(ana, 'POST', '/v2/my/analytics/my_links/', filter)).body
  expect(await read({})).toMatchObject({ before_split: 42, totals: { clicks: 1 } })
  expect(await read({ tags: ['x'] })).toMatchObject({ before_split: 30, totals: { clicks: 1 } })
  const { uuid } = byCode(await allLinks(ana)).get('b')!
  expect(await read({ link_uuid: uuid })).toMatchObject({ before_split: 12, totals: { clicks: 0 } })
  const ben = await signUp(server)
  const other = await ask<Analytics>(ben, 'POST', '/v2/my/analytics/my_links/', {})
  expect(other.body.before_split).toBe(0)
})

test('codes with spaces or empty parts, and domains of others, are refused', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const domain = await addVerifiedDomain(server, dns, ana, 'refused.me.test')
  const file = lines('keyword,url', 'a b,https://shop.example/1', 'a//b,https://shop.example/2')
  const plan = await planFor(ana, domain.id, file)
  expect(plan.body.result.problems.map(({ message }) => message)).toEqual([
    'Use up to 100 letters, numbers and simple punctuation, without spaces.',
    'Use up to 100 letters, numbers and simple punctuation, without spaces.',
  ])
  // Without a domain of one's own, the codes of this site apply.
  const short = await planFor(ben, undefined, lines('keyword,url', '1,https://shop.example/1'))
  expect(short.body.result.problems[0]?.message).toBe(
    'Use 2 to 50 letters, numbers, dashes or underscores.',
  )
  for (const id of [domain.id, 999_999]) {
    const answer = await ask(ben, 'POST', `${IMPORT}?link_domain_id=${id}`)
    expect(answer.status).toBe(400)
    expect((await planFor(ben, id, file)).status).toBe(400)
  }
})

test('an export marks exact codes, and an import respects it', async () => {
  const ana = await signUp(server)
  const domain = await addVerifiedDomain(server, dns, ana, 'export.me.test')
  await importTo(ana, domain.id, lines('keyword,url,clicks', 'Z,https://shop.example/z,5'))
  const [header = '', row = ''] = (await exportFile(server, ana)).trim().split(/\r?\n/)
  const names = header.replace('\ufeff', '').split(',')
  const cells = row.split(',')
  expect(cells[names.indexOf('exact_code')]).toBe('yes')
  expect(cells[names.indexOf('clicks_before')]).toBe('5')
  // A file of this app with the same columns, whose clicks were counted by Split.
  const file = lines(
    'short_code,url,in_network,exact_code,clicks_before,clicks',
    'Up,https://shop.example/up,no,yes,7,100',
    'Down,https://shop.example/down,no,no,,100',
  )
  expect((await importTo(ana, domain.id, file)).counts).toMatchObject({ new: 2 })
  expect(await at(domain.domain, '/up')).toBe(404)
  expect(await at(domain.domain, '/down')).toBe('https://shop.example/down')
  const links = byCode(await allLinks(ana))
  expect(links.get('Up')).toMatchObject({ exact_code: true, clicks_before: 7 })
  expect(links.get('Down')).not.toHaveProperty('clicks_before')
})
