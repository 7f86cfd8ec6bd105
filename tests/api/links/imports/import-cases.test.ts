import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ImportPlan } from '#contract/imports.ts'
import { allLinks, dryRun, importFile, lines, sendImport } from '#support/server/links/imports.ts'
import { encode } from '#support/server/encode.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp, type Person } from '#support/server/people.ts'

const { server, ana } = await startWithCreator({ jobs: true })

const fileOf = (name: string) => readFileSync(`tests/support/cases/${name}`)

async function planOf(content: Buffer | string, query = '', languages = ''): Promise<ImportPlan> {
  const headers = { 'Accept-Language': languages }
  const answer = await sendImport(ana, content, `?dry_run=true${query}`, headers)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { result: ImportPlan }).result
}

const names = (plan: ImportPlan) => plan.preview.map(({ name }) => name)

describe('encodings of files', () => {
  test('the characters of windows-1252 are read on every version of Node', async () => {
    const encoding = { encoding: 'windows-1252', reason: 'letters' }
    const preview = [{ name: '“Kettle” – café 20€ Tefal™ it’s Škoda' }]
    expect(await planOf(fileOf('windows-1252.csv'))).toMatchObject({ encoding, preview })
  })

  test.each([
    ['excel-1251.csv', 'windows-1251', ['Чайник синий'], 'ru-RU,ru;q=0.9'],
    ['excel-932.csv', 'shift_jis', ['点検連番', '青いケトル'], 'ja,en;q=0.5'],
  ])('%s is read by language and by letters', async (name, encoding, shown, languages) => {
    const file = fileOf(name)
    expect((await planOf(file, '', languages)).encoding).toEqual({ encoding, reason: 'language' })
    const byLetters = await planOf(file)
    expect(byLetters.encoding).toEqual({ encoding, reason: 'letters' })
    expect(names(byLetters)).toEqual(shown)
    const other = await planOf(file, '&encoding=windows-1252')
    expect(other.encoding).toEqual({ encoding: 'windows-1252', reason: 'chosen' })
    expect(names(other)).not.toEqual(shown)
  })

  test.each([
    ['euc-kr', 'c6c4b6f520c1d6c0fcc0da', '파란 주전자', 'ko'],
    ['gbk', 'c0b6c9abcbaebafe', '蓝色水湖', 'zh-CN'],
    ['windows-1250', '9c6c6142ea', 'ślaBę', 'pl'],
    ['windows-1253', 'ccf0ebe5', 'Μπλε', 'el'],
  ])('%s is read for a browser of its language', async (encoding, hex, shown, languages) => {
    const head = Buffer.from('url,title\nhttps://shop.example/x,')
    const plan = await planOf(Buffer.concat([head, Buffer.from(hex, 'hex')]), '', languages)
    expect(plan.encoding).toEqual({ encoding, reason: 'language' })
    expect(names(plan)).toEqual([shown])
  })

  test.each([
    ['windows-1252', 'Crème brûlée'],
    ['windows-1250', 'pączek'],
    ['windows-1253', 'Μπλε βραστήρας'],
    ['windows-1254', 'Çaydanlık'],
    ['windows-1255', 'קומקום כחול'],
    ['windows-874', 'กาต้มน้ำสีฟ้า'],
    ['big5', '藍色水壺'],
    ['gbk', '蓝色的水壶'],
    ['euc-kr', '파란 주전자'],
    ['euc-jp', '東京タワー'],
    ['koi8-r', 'Чайник синий'],
    ['ibm866', 'Чайник синий'],
    ['macintosh', 'it’s a kettle'],
  ])('%s is read by its letters', async (encoding, title) => {
    const plan = await planOf(encode(lines('url,title', `https://a.example/g,${title}`), encoding))
    expect(plan.encoding).toEqual({ encoding, reason: 'letters' })
    expect(names(plan)).toEqual([title])
  })

  test('letters count more than the languages of the browser', async () => {
    const file = encode(lines('url,title', 'https://a.example/w,Crème brûlée'), 'windows-1254')
    expect(names(await planOf(file, '', 'ru,ja;q=0.8'))).toEqual(['Crème brûlée'])
  })

  test('a file with one broken byte stays UTF-8 and is reported as damaged', async () => {
    const text = 'url,title\nhttps://shop.example/u1,Käse für Zoë\nhttps://shop.example/u2,x'
    const file = Buffer.concat([Buffer.from(text), Buffer.from([0xff])])
    const plan = await planOf(file)
    expect(names(plan)[0]).toBe('Käse für Zoë')
    expect(plan.encoding).toEqual({ encoding: 'utf-8', reason: 'damaged' })
  })

  test('an encoding that is not known is refused', async () => {
    const answer = await sendImport(ana, 'url\nhttps://a.example/', '?dry_run=true&encoding=ebcdic')
    expect(answer.status).toBe(400)
  })
})

describe('first lines and cells', () => {
  test('a first line that holds an address is data', async () => {
    const plan = await planOf(fileOf('bare-list-with-note.csv'))
    expect(plan.rows).toBe(3)
    expect(plan.preview).toMatchObject([
      { url: 'https://shop.example/l1', name: 'my kettle' },
      { url: 'https://shop.example/l2', name: '' },
      { url: 'https://shop.example/l3', name: '' },
    ])
  })

  const KETTLE = 'https://shop.example/l1'
  const IN_HTTP = 'http://www.shop.example/l1/'
  test.each([
    ['a note before the address', 'my kettle https://shop.example/l1', KETTLE],
    ['an address without its scheme', 'www.shop.example/l1 my kettle', IN_HTTP],
    ['a host and path', 'shop.example/l1 my kettle', 'http://shop.example/l1/'],
    ['a dash', '- https://shop.example/l1 my kettle', KETTLE],
    ['a number', '1. https://shop.example/l1 - my kettle', KETTLE],
  ])('a first line with %s is data', async (_what, line, url) => {
    const plan = await planOf(lines(line, 'https://shop.example/l2'))
    const second = { url: 'https://shop.example/l2', name: '' }
    expect(plan.preview).toMatchObject([{ url, name: 'my kettle' }, second])
  })

  test.each([
    [String.raw`[u'a', u'café']`, ['a', 'café']],
    ['[a, b]', ['a', 'b']],
    ['{a,"b c"}', ['a', 'b c']],
    [`['a' 'b']`, ['a', 'b']],
    [`['a', None]`, ['a']],
    ['["a", 1, null]', ['a', '1']],
    [`['a', 'b'],`, ['a', 'b']],
    ['(new), old', ['(new)', 'old']],
  ])('the list %s has the tags %j', async (cell, tags) => {
    const row = `https://shop.example/n,"${cell.replaceAll('"', '""')}"`
    expect((await planOf(lines('url,tags', row))).preview[0]?.tags).toEqual(tags)
  })

  test('numeric escapes are decoded too', async () => {
    const row = 'https://shop.example/?a=1&#38;b&#x3d;2,it&#8217;s'
    const read = { url: 'https://shop.example/?a=1&b=2', name: 'it’s' }
    const plan = await planOf(lines('url,title', row))
    expect(plan).toMatchObject({ unescaped: 1, preview: [read] })
  })

  test('a first line with an address and a word that is a column name is data', async () => {
    const [first, second] = ['https://shop.example/first', 'https://shop.example/second']
    const plan = await planOf(lines(`link,${first}`, `x,${second}`))
    expect(plan.preview.map(({ url }) => url)).toEqual([first, second])
  })

  test('HTML escapes in addresses and titles are decoded and reported', async () => {
    const plan = await planOf(fileOf('escaped-urls.csv'))
    const read = { url: 'https://shop.example/he1?a=1&b=2', name: 'Tom & Jerry' }
    expect(plan).toMatchObject({ unescaped: 1, preview: [read] })
    const url = 'https://shop.example/?a=1&copy=2&lt=3'
    expect(await planOf(lines('url', url))).toMatchObject({ unescaped: 0, preview: [{ url }] })
  })

  test('lists in Python and JSON notation are read', async () => {
    const plan = await planOf(fileOf('python-lists.csv'))
    expect(plan.preview[0]).toMatchObject({ short_code: 'kettle', tags: ['a', 'b'] })
    const more = lines(
      'url,tags',
      `https://shop.example/1,"['it''s', ""x, y""]"`.replace("''", "\\'"),
      `https://shop.example/2,"(""a"",)"`,
      `https://shop.example/3,"[""a"",""b""]"`,
      `https://shop.example/4,"[]"`,
    )
    const tags = (await planOf(more)).preview.map((row) => row.tags)
    expect(tags).toEqual([["it's", 'x, y'], ['a'], ['a', 'b'], []])
  })
})

const createdOf = async (person: Person) =>
  new Map((await allLinks(person)).map(({ url, created_at }) => [url, created_at]))

describe('dates', () => {
  const DAY_FIRST = { undated: 0, dates: { count: 1, order: 'dmy' } }

  test('an ambiguous order of day and month is reported, never guessed', async () => {
    const file = fileOf('dates.csv')
    expect(await planOf(file)).toMatchObject({ undated: 1, dates: { count: 1, order: null } })
    expect(await planOf(file, '&date_order=dmy')).toMatchObject(DAY_FIRST)
  })

  test('other dates of the file show the order', async () => {
    const rows = ['https://a.example/o1,03/04/2026', 'https://a.example/o2,25/04/2026']
    expect(await dryRun(ana, 'url,created', ...rows)).toMatchObject(DAY_FIRST)
  })

  test('the chosen date order and time zones apply to the import', async () => {
    const ben = await signUp(server)
    const dates: [string, string | undefined][] = [
      ['2026-04-03 10:00:00+00', '2026-04-03T10:00:00.000Z'],
      ['2026-04-03 10:00 PDT', '2026-04-03T17:00:00.000Z'],
      ['2026-04-03T10:00:00+0530', '2026-04-03T04:30:00.000Z'],
      ['2026-04-03 10:00 GMT+2', '2026-04-03T08:00:00.000Z'],
      ['Apr 3, 2026 10:00 CEST', '2026-04-03T08:00:00.000Z'],
      ['3 April 2026', '2026-04-03T00:00:00.000Z'],
      ['Fri Apr  3 10:00:00 PST 2026', '2026-04-03T18:00:00.000Z'],
      [
        'Fri Apr 03 2026 10:00:00 GMT+0200 (Central European Summer Time)',
        '2026-04-03T08:00:00.000Z',
      ],
      ['3 Apr 2026 10:00 (PDT)', '2026-04-03T17:00:00.000Z'],
      ['2026-04-03 10:00 (PDT)', '2026-04-03T17:00:00.000Z'],
      ['April 3rd, 2026 at 10:00 am', '2026-04-03T10:00:00.000Z'],
      ['04/03/2026 2:30 PM', '2026-04-03T14:30:00.000Z'],
    ]
    const rows = dates.map(([date], at) => `https://a.example/z${at},"${date}"`)
    const file = lines('url,created', ...rows)
    const answer = await sendImport(ben, file, '?dry_run=false&name=a.csv&date_order=mdy')
    expect(answer.status).toBe(202)
    await expect.poll(async () => (await allLinks(ben)).length).toBe(dates.length)
    const expected = new Map(dates.map(([, iso], at) => [`https://a.example/z${at}`, iso]))
    expect(await createdOf(ben)).toEqual(expected)
  })

  test.each([
    ['2026-04-03 10:00 XYZT', 'XYZT'],
    ['2026-04-03T10:00:00 Mars/Olympus', 'Mars/Olympus'],
    ['3 Apr 2026 10:00 (Local)', 'Local'],
    ['Fri Apr 3 10:00:00 XYZT 2026', 'XYZT'],
    ['04/13/2026 2:30 PM XYZT', 'XYZT'],
    ['2026-04-03 10:00 +99:00', '+99:00'],
  ])('%s is never taken for UTC: the plan names its zone', async (date, zone) => {
    const plan = await dryRun(ana, 'url,created', `https://a.example/z,${date}`)
    expect(plan).toMatchObject({ undated: 1, unknown_zones: [zone] })
  })

  test.each([
    ['day first', 'dmy', '25/04/2026', '2026-04-03T10:00:00.000Z'],
    ['month first', 'mdy', '04/25/2026', '2026-03-04T10:00:00.000Z'],
  ])('one date with the %s decides for all rows', async (_what, order, proof, created) => {
    const ben = await signUp(server)
    const rows = ['03/04/2026 10:00', proof].map((date, at) => `https://a.example/p${at},${date}`)
    const plan = await dryRun(ben, 'url,created', ...rows)
    expect(plan).toMatchObject({ undated: 0, dates: { order } })
    await importFile(ben, 'url,created', ...rows)
    expect((await createdOf(ben)).get('https://a.example/p0')).toBe(created)
  })

  test('dates that prove both orders prove neither', async () => {
    const dates = ['03/04/2026', '25/04/2026', '04/26/2026']
    const rows = dates.map((date, at) => `https://a.example/c${at},${date}`)
    const unknown = { undated: 1, dates: { count: 1, order: null } }
    expect(await dryRun(ana, 'url,created', ...rows)).toMatchObject(unknown)
  })

  const INVALID = ['31/02/2026', '13/13/2026', 'soon', '3 Foo 2026', 'XYZT 3 Apr 2026']
  test.each([...INVALID, '3 Apr 2026 PST', '31 Feb 2026'])('%s is unreadable', async (date) => {
    expect((await dryRun(ana, 'url,created', `https://a.example/bad,${date}`)).undated).toBe(1)
  })
})
