import { expect, test } from 'vitest'
import { amazonRules, productNumber } from './amazon.ts'

test.each([
  ['https://www.amazon.com/dp/B08N5WRWNW', 'B08N5WRWNW'],
  ['https://www.amazon.de/Lampe-Eiche/dp/b08n5wrwnw/ref=sr_1_1?tag=ana-21', 'B08N5WRWNW'],
  ['https://amazon.co.uk/gp/product/B08N5WRWNW?th=1', 'B08N5WRWNW'],
  ['https://www.amazon.co.jp/gp/aw/d/B08N5WRWNW/', 'B08N5WRWNW'],
  ['https://www.amazon.com/s?k=lamp', undefined],
  ['https://www.amazon.com/dp/SHORT', undefined],
  ['https://amazon.com.evil.example/dp/B08N5WRWNW', undefined],
  ['https://notamazon.com/dp/B08N5WRWNW', undefined],
  ['no address', undefined],
])('%s is product %s', (address, asin) => {
  expect(productNumber(address)).toBe(asin)
})

test('stores with a tag get a rule with the same product and the tag', () => {
  expect(amazonRules('B08N5WRWNW', { 'amazon.de': ' ana-21 ', 'amazon.com': '' })).toEqual([
    {
      id: expect.stringMatching(/^[a-z0-9]{8}$/),
      conditions: [{ kind: 'country', values: ['DE', 'AT', 'CH'] }],
      target_url: 'https://www.amazon.de/dp/B08N5WRWNW?tag=ana-21',
    },
  ])
})
