import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCountries } from '../../../../server/redirect/clicks/countries.ts'
import { ConfigError, readConfig } from '../../../../server/platform/config/config.ts'
import { analytics } from '#support/server/money/analytics.ts'
import { countryFolder } from '#support/server/links/country-file.ts'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startProcess } from '#support/server/processes/process.ts'
import { PHONE, visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const { folder, file } = countryFolder({
  // The three ways in which such files name a country.
  '203.0.113.0/24': { country: { iso_code: 'DE' } },
  '198.51.100.0/25': { country_code: 'FR' },
  '198.51.100.128/25': { country: 'JP' },
  '192.0.2.0/24': { country: { iso_code: 'not one' } },
  '2001:db8::/32': { country: { iso_code: 'BR' } },
})

const server = await startTestServer({
  listen: true,
  trustedProxies: ['127.0.0.1', '::1'],
  geoipDb: file,
})

const from = (address: string) => ({ 'User-Agent': PHONE, 'X-Forwarded-For': address })

test('addresses are looked up in the file, and others are unknown', () => {
  const countryOf = openCountries(file)
  const asked = ['203.0.113.7', '198.51.100.7', '198.51.100.200', '192.0.2.1', '2001:db8::1']
  expect(asked.map(countryOf)).toEqual(['DE', 'FR', 'JP', '', 'BR'])
  expect(['10.0.0.1', '2001:db9::1', 'unknown', ''].map(countryOf)).toEqual(['', '', '', ''])
})

test('clicks are grouped by country, and no address is stored (R-385)', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana)
  const addresses = ['203.0.113.1', '203.0.113.2', '2001:db8:1:2:3::4', '10.1.2.3']
  for (const address of addresses)
    await visit(server, `/s/${link.short_code}`, { headers: from(address) })
  const { results, knows_countries } = await analytics(ana, { group_by: 'country' })
  expect(knows_countries).toBe(true)
  expect(results.map(({ key, label, clicks }) => [key, label, clicks])).toEqual([
    ['DE', 'Germany', 2],
    ['', 'Unknown', 1],
    ['BR', 'Brazil', 1],
  ])
  const events = await server.deps.sql`select * from click_events where link_id = ${link.uuid}`
  expect(events.map(({ country }) => String(country)).sort()).toEqual(['', 'BR', 'DE', 'DE'])
  expect(JSON.stringify(events)).not.toMatch(/203\.0\.113|2001:db8|10\.1\.2/)
})

test('waiting clicks hold countries, not addresses', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana)
  const { sql } = server.deps
  await sql`create table seen_batches (body text)`
  await sql`create function keep_batch() returns trigger language plpgsql as
    $$ begin insert into seen_batches values (new.body); return new; end $$`
  await sql`create trigger keep_batch after insert on click_batches
    for each row execute function keep_batch()`
  await visit(server, `/s/${link.short_code}`, { headers: from('203.0.113.9') })
  await analytics(ana)
  const rows = await sql<{ body: string }[]>`select body from seen_batches`
  expect(rows.map(({ body }) => body.split('\t').at(-1))).toEqual(['DE\n'])
  expect(JSON.stringify(rows)).not.toContain('203.0.113')
})

test('the built server finds the countries in the thread that counts', async () => {
  const DATA_DIR = join(folder, 'data')
  const env = { DATA_DIR, GEOIP_DB: file, TRUSTED_PROXIES: '127.0.0.1,::1' }
  const started = await startProcess({ env })
  onTestFinished(() => started.end())
  await started.ready()
  const bea = await signUp(started)
  const link = await addLink(bea)
  await started.request('GET', `/s/${link.short_code}`, { headers: from('198.51.100.9') })
  const { results } = await analytics(bea, { group_by: 'country' })
  expect(results.map(({ key, clicks }) => [key, clicks])).toEqual([['FR', 1]])
}, 120_000)

test('an invalid country file gives a clear error', () => {
  const other = join(folder, 'other.mmdb')
  writeFileSync(other, 'no such file')
  expect(readConfig({ GEOIP_DB: file }).geoipDb).toBe(file)
  expect(readConfig({}).geoipDb).toBeNull()
  for (const path of [other, folder, join(folder, 'gone.mmdb')]) {
    expect(() => readConfig({ GEOIP_DB: path })).toThrow(ConfigError)
    expect(() => readConfig({ GEOIP_DB: path })).toThrow(/GEOIP_DB must be a country database/)
  }
})
