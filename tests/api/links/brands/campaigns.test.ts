import { expect, test } from 'vitest'
import type * as brands from '#contract/partners/brands.ts'
import { ask } from '#support/server/asking.ts'
import { contentFolder } from '#support/server/money/content.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const files = contentFolder(server)
const ana = await signUp(server)

const brand = (key: string, more = '') =>
  `  - { key: ${key}, name: ${key}, rate: 5, creator_share: 100${more} }`
const campaign = (key: string, more: string) => `  - { key: ${key}, name: ${key}, ${more} }`
const apply = (pans = '') =>
  files.apply(`brands:
${brand('pans', pans)}
${brand('pots')}
campaigns:
${campaign('always', 'brand: pots')}
${campaign('over', 'brand: pots, starts_at: 2020-01-01, ends_at: 2020-02-01')}
${campaign('over-since-ever', 'brand: pots, ends_at: 2020-02-01')}
${campaign('since-long', 'brand: pots, starts_at: 2020-01-01')}
${campaign('until-late', 'brand: pots, ends_at: 2990-01-01')}
${campaign('far', 'brand: pots, starts_at: 2990-01-01')}
${campaign('put-away', 'brand: pots, archived: true')}
${campaign('of-pans', 'brand: pans')}
`)

const LIST = '/v2/my/organizations/campaigns/'
const asked = async (query = '') =>
  (await ask<{ results: brands.Campaign[] }>(ana, 'GET', LIST + query)).body.results
const named = async (query = '') => (await asked(query)).map(({ name }) => name)

test('campaigns are listed by state, also without start or end, and hidden ones never (R-510, R-513, R-514, R-515, R-516)', async () => {
  await apply()
  const on = ['until-late', 'always', 'since-long', 'of-pans']
  const over = ['over', 'over-since-ever']
  expect(await named('?status=active')).toEqual(on)
  expect(await named('?status=upcoming')).toEqual(['far'])
  expect(await named('?status=ended')).toEqual(over)
  expect(await named()).toEqual([...on, 'far', ...over])
  const { body } = await ask(ana, 'GET', `${LIST}?page_size=4&page=2`)
  expect(body).toMatchObject({ count: 7, next: null, results: [{ name: 'far' }, {}, {}] })

  const [pan] = (await asked()).filter(({ name }) => name === 'of-pans')
  expect(await named(`?organization=${pan?.organization.uuid}`)).toEqual(['of-pans'])
  // Archiving the brand hides its campaign, also from users who know the id.
  await apply(', archived: true')
  expect(await named('?status=active')).toEqual(on.slice(0, -1))
  expect((await ana.send('GET', `/v2/my/campaigns/${pan?.id}/`)).status).toBe(404)
})
