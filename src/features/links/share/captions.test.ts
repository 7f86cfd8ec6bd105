import { expect, test } from 'vitest'
import { aLink } from '#support/window/links-server.ts'
import { captionOf } from './captions.ts'

const short = { split_url: 'https://split.example/s/oak', short_code: 'oak' }
const earning = { treat_as_in_network: true, commission_percentage: 8 }

test('a caption has the title and the short address, and #ad if the link can earn', () => {
  const plain = aLink('Oak lamp', { ...short, commission_percentage: null })
  expect(captionOf(plain, 'instagram')).toBe('Oak lamp\n\nsplit.example/s/oak')
  expect(captionOf(plain, 'tiktok')).toBe('Oak lamp split.example/s/oak')
  const paid = aLink('Oak lamp', { ...short, ...earning })
  expect(captionOf(paid, 'instagram')).toBe('Oak lamp\n\nsplit.example/s/oak\n\n#ad')
  expect(captionOf(paid, 'tiktok')).toBe('Oak lamp split.example/s/oak #ad')
})

test('a link to Amazon is an advertisement if redirects add the tracking id', () => {
  const link = aLink('Lamp', {
    ...short,
    url: 'https://www.amazon.com/dp/1',
    adds_amazon_tag: true,
  })
  expect(captionOf(link, 'instagram')).toBe('Lamp\n\nsplit.example/s/oak\n\n#ad')
  expect(captionOf(link, 'tiktok')).toBe('Lamp split.example/s/oak #ad')
})

test.each([
  ['https://www.amazon.com/dp/1?tag=ana-20', true],
  ['https://amazon.co.uk/dp/1?x=1&tag=ana-21', true],
  ['https://www.amazon.com/dp/1', false],
  ['https://www.amazon.com/dp/1?tag=', false],
  ['https://amazon.com.evil.example/dp/1?tag=ana', false],
  ['https://shop.example/dp/1?tag=ana', false],
])('%s: is an advertisement: %s', (url, isAd) => {
  const link = aLink('Lamp', { ...short, url, commission_percentage: null })
  expect(captionOf(link, 'tiktok').endsWith('#ad')).toBe(isAd)
})
