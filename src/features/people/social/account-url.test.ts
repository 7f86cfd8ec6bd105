import { expect, test } from 'vitest'
import { SOCIAL_PREFIXES } from '#contract/social/social-networks.ts'
import type { SocialType } from '#contract/social/social-links.ts'
import { readAccount, fieldText } from './account-url.ts'
import { kindOf } from './social.ts'

const kind = (type: SocialType) => kindOf(type, SOCIAL_PREFIXES)

test.each<[SocialType, string, string]>([
  [1, 'me', 'https://www.instagram.com/me'],
  [1, '@me', 'https://www.instagram.com/me'],
  [1, ' @@me ', 'https://www.instagram.com/me'],
  [1, 'http://m.instagram.com/me/?hl=en', 'https://www.instagram.com/me'],
  [1, 'instagram.com/@me', 'https://www.instagram.com/me'],
  [2, 'me.shop', 'https://www.tiktok.com/@me.shop'],
  [2, '@me.shop', 'https://www.tiktok.com/@me.shop'],
  [2, 'https://www.tiktok.com/@me.shop?lang=en', 'https://www.tiktok.com/@me.shop'],
  [3, 'me', 'https://www.youtube.com/@me'],
  [3, 'https://youtube.com/@meme/videos', 'https://www.youtube.com/@meme'],
  [3, 'https://youtube.com/channel/UCme', 'https://www.youtube.com/channel/UCme'],
])('for type %i, %s is sent as %s (R-326, D-32)', (type, typed, account_url) => {
  expect(readAccount(kind(type), typed)).toEqual({ sent: { account_url } })
})

test('a prefix from the server is used unchanged', () => {
  const prefixes = [{ account_type: 1 as const, url_prefix: 'https://ig.example/' }]
  expect(readAccount(kindOf(1, prefixes), 'https://instagram.com/me')).toEqual({
    sent: { account_url: 'https://ig.example/me' },
  })
})

test.each(['https://Ana.example/?x=1 ', 'htps:/ana.example', 'ana'])(
  'for other accounts %s is sent exactly as typed (R-327)',
  (account_url) => {
    expect(readAccount(kind(4), account_url)).toEqual({ sent: { account_url } })
  },
)

test.each<[SocialType, string, string]>([
  [1, ' @ ', 'Type your handle.'],
  [2, '', 'Type your handle.'],
  [4, '  ', 'Paste a URL.'],
  [1, 'https://www.tiktok.com/@me', 'This is not the address of a profile on Instagram.'],
  [3, 'https://ana.example/', 'This is not the address of a profile on YouTube.'],
  [3, 'https://www.youtube.com/watch?v=x', 'This is not the address of a profile on YouTube.'],
  [2, 'javascript:alert(1)', 'This address doesn’t work. Start with https://'],
])('for type %i, "%s" is refused before it is sent: %s', (type, typed, text) => {
  expect(readAccount(kind(type), typed)).toEqual({ errors: { account_url: text } })
})

test.each<[SocialType, string, string]>([
  [1, 'https://www.instagram.com/me', 'me'],
  [3, 'https://www.youtube.com/@me', 'me'],
  [3, 'https://www.youtube.com/channel/UCme', 'https://www.youtube.com/channel/UCme'],
  [4, 'https://ana.example/', 'https://ana.example/'],
])('for type %i, %s is edited as %s', (type, url, typed) => {
  expect(fieldText(url, kind(type))).toBe(typed)
})
