import { expect, test } from 'vitest'
import { commissionText, findShop, isStale, type Shop } from './shops.ts'

const shop = (domain: string, rate = 10): Shop => ({
  name: domain,
  domain,
  commission_percentage: rate,
})

const SHOPS = [
  shop('shop.example'),
  shop('shop.example/eu'),
  shop('shop.example/eu/sale'),
  shop('de.shop.example'),
  shop('mall.example/lamps'),
]

test.each([
  ['https://shop.example/', 'shop.example'],
  ['https://www.shop.example/lamp?a=1', 'shop.example'],
  ['http://shop.example./lamp', 'shop.example'],
  ['https://fr.shop.example/lamp', 'shop.example'],
  ['https://de.shop.example/eu', 'de.shop.example'],
  ['https://a.de.shop.example/', 'de.shop.example'],
  ['https://shop.example/eu', 'shop.example/eu'],
  ['https://shop.example/eu/lamp', 'shop.example/eu'],
  ['https://shop.example/eu/sale/lamp', 'shop.example/eu/sale'],
  ['https://shop.example/europe', 'shop.example'],
  ['https://mall.example/lamps/oak', 'mall.example/lamps'],
])('%s belongs to %s', (address, domain) => {
  expect(findShop(SHOPS, address)?.domain).toBe(domain)
})

test.each([
  'https://mall.example/',
  'https://mall.example/lampshades',
  'https://othershop.example/',
  'https://example/',
])('%s belongs to no shop', (address) => {
  expect(findShop(SHOPS, address)).toBeUndefined()
})

test('a commission is shown without superfluous decimals', () => {
  expect(commissionText(shop('Nordlys', 8))).toBe('Nordlys pays you 8% of each sale.')
  expect(commissionText(shop('Nordlys', 7.25))).toBe('Nordlys pays you 7.25% of each sale.')
})

const hours = (count: number) => count * 60 * 60 * 1000

test('a list of shops is loaded again after a day', () => {
  const saved = { shops: SHOPS, loadedAt: hours(100) }
  expect(isStale(undefined, hours(100))).toBe(true)
  expect(isStale(saved, hours(123))).toBe(false)
  expect(isStale(saved, hours(125))).toBe(true)
})
