import { expect, test } from 'vitest'
import { readSocialAddress } from '#contract/social/social-addresses.ts'

const IG = 'https://www.instagram.com/'
const TT = 'https://www.tiktok.com/@'
const YT = 'https://www.youtube.com/@'

test.each([
  // Instagram
  [`${IG}ana.example`, 1, 'ana.example'],
  [`${IG}ana.example/`, 1, 'ana.example'],
  [`${IG}@ana.example`, 1, 'ana.example'],
  [`${IG}%40ana.example`, 1, 'ana.example'],
  ['http://instagram.com/ana.example', 1, 'ana.example'],
  ['https://instagram.com/ana.example?igsh=MzRlODBiNWFlZA==', 1, 'ana.example'],
  ['https://m.instagram.com/ana.example/#top', 1, 'ana.example'],
  ['HTTPS://WWW.Instagram.COM/Ana_Example', 1, 'Ana_Example'],
  ['https://www.instagram.com./ana', 1, 'ana'],
  ['https://www.instagram.com:443/ana', 1, 'ana'],
  ['https://www.instagram.com//ana//', 1, 'ana'],
  ['instagram.com/ana', 1, 'ana'],
  ['www.instagram.com/ana?hl=en', 1, 'ana'],
  ['  https://instagram.com/ana  ', 1, 'ana'],
  [`${IG}ana/reels/`, 1, 'ana'],
  [`${IG}ana/tagged/`, 1, 'ana'],
  [`${IG}a`, 1, 'a'],
  [`${IG}${'a'.repeat(30)}`, 1, 'a'.repeat(30)],
  // TikTok
  [`${TT}ana.example`, 2, 'ana.example'],
  [`${TT}@ana`, 2, 'ana'],
  ['https://tiktok.com/@ana?lang=en&is_from_webapp=1', 2, 'ana'],
  ['http://m.tiktok.com/@ana/', 2, 'ana'],
  ['https://www.tiktok.com/ana', 2, 'ana'],
  ['https://www.tiktok.com/%40ana', 2, 'ana'],
  ['tiktok.com/@ana', 2, 'ana'],
  [`${TT}ana/video/7301234567890123456`, 2, 'ana'],
  [`${TT}live`, 2, 'live'],
  // YouTube
  [`${YT}AnaExample`, 3, 'AnaExample'],
  [`${YT}AnaExample/videos`, 3, 'AnaExample'],
  [`${YT}ana-example?si=x`, 3, 'ana-example'],
  ['http://m.youtube.com/@ana', 3, 'ana'],
  ['youtube.com/@ana', 3, 'ana'],
  ['https://www.youtube.com/AnaExample', 3, 'AnaExample'],
  [`${YT}%E6%9D%B1%E4%BA%AC%E6%97%85`, 3, '東京旅'],
  // A prefix before a whole address
  [`${IG}${IG}ana`, 1, 'ana'],
  [`${IG}instagram.com/ana`, 1, 'ana'],
  [`${TT}${TT}ana`, 2, 'ana'],
  [`${TT}@${TT}${TT}ana`, 2, 'ana'],
  [`${YT}http://youtube.com/@ana/about`, 3, 'ana'],
  [`${IG}${TT}ana`, 2, 'ana'],
])('%s is an account of network %i, %s (D-32)', (typed, type, name) => {
  const prefix = [IG, TT, YT][type - 1]
  expect(readSocialAddress(typed)).toEqual({ address: { type, name, url: `${prefix}${name}` } })
})

test.each([
  ['https://youtube.com/channel/UCabcdefghijklmnopqrstuv', 'channel', 'UCabcdefghijklmnopqrstuv'],
  ['https://m.youtube.com/channel/UCabc-_d/videos?x=1#y', 'channel', 'UCabc-_d'],
  ['http://www.youtube.com/c/AnaExample/', 'c', 'AnaExample'],
  ['youtube.com/user/anaexample', 'user', 'anaexample'],
])('%s keeps its type, which has no handle', (typed, kind, name) => {
  const url = `https://www.youtube.com/${kind}/${name}`
  expect(readSocialAddress(typed)).toEqual({ address: { type: 3, name, url } })
})

test.each([
  ['https://ana.example', 'ana.example'],
  ['https://www.ana.example/', 'ana.example'],
  ['http://Ana.Example/Shop/?from=x#top', 'ana.example/Shop'],
  ['https://ana.example:8443/a', 'ana.example:8443/a'],
  ['https://vm.tiktok.com/ZMabc/', 'vm.tiktok.com/ZMabc'],
  ['https://youtu.be/abc', 'youtu.be/abc'],
  ['https://notinstagram.com/ana', 'notinstagram.com/ana'],
  ['https://instagram.com.ana.example/x', 'instagram.com.ana.example/x'],
  ['https://www.instagram.com:8443/ana', 'instagram.com:8443/ana'],
  ['https://www.instagram.com/p/Cabc123/', 'instagram.com/p/Cabc123'],
  ['https://www.youtube.com/watch?v=abc', 'youtube.com/watch'],
  ['https://www.youtube.com/playlist?list=abc', 'youtube.com/playlist'],
  ['https://www.tiktok.com/tag/lamps', 'tiktok.com/tag/lamps'],
])('%s is another address, kept as typed (D-32)', (url, name) => {
  expect(readSocialAddress(url)).toEqual({ address: { type: 4, name, url } })
})

const START = 'This address doesn’t work. Start with https://'
const CREDENTIALS = 'Remove the user name and password from this address.'
const RULES = {
  instagram: 'Instagram handles have up to 30 letters, numbers, dots and underscores.',
  tiktok: 'TikTok handles have 2 to 24 letters, numbers, dots and underscores.',
  youtube: 'YouTube handles have 3 to 30 letters, numbers, dots, dashes and underscores.',
}

test.each([
  ['', START],
  ['ana', START],
  ['@ana', START],
  ['ana.example', START],
  ['htps:/ana.example', START],
  ['https:/ana.example', START],
  ['https:ana.example', START],
  ['https://', START],
  ['https://ana', START],
  ['https://[::1]/', START],
  ['javascript:alert(1)', START],
  ['JavaScript://www.instagram.com/%0aalert(1)', START],
  ['data:text/html,<b>x</b>', START],
  ['mailto:ana@people.example', START],
  ['ftp://ana.example/', START],
  ['//ana.example', START],
  ['https:\\\\ana.example', START],
  ['https://ana.example/a b', START],
  ['https://ana.example/\u0000', START],
  ['https://ana.example/\u202Egpj.exe', START],
  ['https://ana.example\n.evil.example', START],
  ['https://ana@ana.example/', CREDENTIALS],
  ['https://ana:secret@ana.example/', CREDENTIALS],
  ['https://www.instagram.com@evil.example/ana', CREDENTIALS],
  ['https://ana:x@www.instagram.com/ana', CREDENTIALS],
  [IG, 'Add your Instagram handle.'],
  ['instagram.com', 'Add your Instagram handle.'],
  ['https://instagram.com/?hl=en', 'Add your Instagram handle.'],
  [TT, 'Add your TikTok handle.'],
  [YT, 'Add your YouTube handle.'],
  [`${IG}ana example`, START],
  [`${IG}ana%20example`, RULES.instagram],
  [`${IG}${'a'.repeat(31)}`, RULES.instagram],
  [`${IG}ana..example`, RULES.instagram],
  [`${IG}.ana`, RULES.instagram],
  [`${IG}ana.`, RULES.instagram],
  [`${IG}ana-example`, RULES.instagram],
  [`${IG}%E0%A4%A`, RULES.instagram],
  [`${IG}explore`, RULES.instagram],
  [`${IG}https://ana.example`, RULES.instagram],
  [`${TT}a`, RULES.tiktok],
  [`${TT}${'a'.repeat(25)}`, RULES.tiktok],
  [`${TT}ana.`, RULES.tiktok],
  [`${YT}an`, RULES.youtube],
  [`${YT}${'a'.repeat(31)}`, RULES.youtube],
  [`${YT}ana!`, RULES.youtube],
  ['https://www.youtube.com/watch', RULES.youtube],
  ['https://www.youtube.com/channel/', RULES.youtube],
  ['https://www.youtube.com/c/%2e%2e%2f', RULES.youtube],
])('%s is refused: %s', (typed, fault) => {
  expect(readSocialAddress(typed)).toEqual({ problem: fault })
})

test('a repeated prefix is removed however often it is repeated', () => {
  const many = IG.repeat(20_000)
  expect(readSocialAddress(`${many}ana`)).toMatchObject({ address: { name: 'ana' } })
})
