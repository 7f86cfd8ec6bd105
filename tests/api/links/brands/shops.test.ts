import { afterAll, expect, test } from 'vitest'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { startWithBrands } from '#support/server/links/brand-list.ts'

const { server, files, ana, get } = await startWithBrands()
afterAll(() => files.remove())

const SHOPS = {
  results: [
    { name: 'Sample Kitchen', domain: 'kitchen.example', commission_percentage: 10 },
    { name: 'Demo Lamps', domain: 'lamps.example', commission_percentage: 5 },
    { name: 'Sample Kitchen', domain: 'shop.mall.example/eu', commission_percentage: 10 },
  ],
}

test('the shops of all brands are listed with what they pay, without archived brands', async () => {
  expect(await get('/v2/my/shops/')).toEqual(SHOPS)
})

test('a key that may create links may read the shops', async () => {
  const { key } = await addKey(ana, { scopes: ['links:write'] })
  const answer = await withKey(server, key)('GET', '/v2/my/shops/')
  expect([answer.status, await answer.json()]).toEqual([200, SHOPS])
})
