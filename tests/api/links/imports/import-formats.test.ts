import { describe, expect, test } from 'vitest'
import type { PreviewRow } from '#contract/imports.ts'
import { allLinks, dryRun, importFile, lines, outcomesOf } from '#support/server/links/imports.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'

const { server, ana } = await startWithCreator({ jobs: true })

const shown = ({ url, short_code, name, tags }: PreviewRow) => ({ url, short_code, name, tags })

const SHOP = 'https://shop.example/'

describe('exports of other tools are imported unchanged', () => {
  test.each<[string, string, Partial<PreviewRow>]>([
    [
      'Bitly, as its screens export',
      lines(
        'Link,Custom Link,Destination URL,Title,Tags,Created',
        'https://bit.ly/3xYz9,https://bit.ly/fmt-ui,https://shop.example/ui,A lamp,"light,home",2024-05-01',
      ),
      { url: `${SHOP}ui`, short_code: 'fmt-ui', name: 'A lamp', tags: ['light', 'home'] },
    ],
    [
      'Bitly, as its API names things',
      lines(
        'created_at,id,link,custom_bitlinks,long_url,title,archived,tags',
        '2020-10-26T17:20:40+0000,bit.ly/fmtApi,https://bit.ly/fmtApi,[],https://shop.example/api,,false,"[""a"",""b, c""]"',
      ),
      { url: 'https://shop.example/api', short_code: 'fmtApi', tags: ['a', 'b, c'] },
    ],
    [
      'Bitly, with several custom links',
      lines(
        'link,custom_bitlinks,long_url',
        'https://bit.ly/3q,"[""https://bit.ly/fmt-first"",""https://bit.ly/fmt-second""]",https://shop.example/many',
      ),
      { url: 'https://shop.example/many', short_code: 'fmt-first' },
    ],
    [
      'Rebrandly',
      lines(
        'id,createdAt,shortUrl,domain,slashtag,destination',
        'abc123,2024-01-15T10:30:00.000Z,go.example/fmt-reb,go.example,fmt-reb,https://shop.example/reb',
      ),
      { url: 'https://shop.example/reb', short_code: 'fmt-reb' },
    ],
    [
      'YOURLS',
      lines(
        'keyword,url,title,timestamp,ip,clicks',
        'fmt-yourls,https://shop.example/yourls,A lamp,2019-02-03 04:05:06,10.0.0.1,12',
      ),
      { url: 'https://shop.example/yourls', short_code: 'fmt-yourls', name: 'A lamp' },
    ],
    [
      'Short.io',
      lines(
        'Original URL;Short URL;Path;Title;Created at',
        'https://shop.example/sio;https://s.example/fmt-sio;fmt-sio;A lamp;2024-01-01',
      ),
      { url: 'https://shop.example/sio', short_code: 'fmt-sio', name: 'A lamp' },
    ],
    [
      'Kutt',
      lines('address,target,description', 'fmt-kutt,https://shop.example/kutt,A lamp'),
      { url: 'https://shop.example/kutt', short_code: 'fmt-kutt', name: 'A lamp' },
    ],
    [
      'Dub',
      lines(
        'id,domain,key,url,archived,expiresAt,expiredUrl,title,utm_source,tags,shortLink',
        '1,d.example,fmt-dub,https://shop.example/dub,false,null,null,A lamp,null,light,https://d.example/fmt-dub',
      ),
      { url: 'https://shop.example/dub', short_code: 'fmt-dub', name: 'A lamp', tags: ['light'] },
    ],
    [
      'Shlink',
      lines(
        'Short code,Domain,Title,Tags,Long URL',
        'fmt-shlink,,A lamp,light|home,https://shop.example/shl',
      ),
      { url: 'https://shop.example/shl', short_code: 'fmt-shlink', tags: ['light', 'home'] },
    ],
    [
      'a list that names its address “link”',
      lines('LINK,Name', 'https://shop.example/list,A lamp'),
      { url: 'https://shop.example/list', short_code: '', name: 'A lamp' },
    ],
    [
      'a bare list of addresses',
      lines('https://shop.example/bare-1', 'https://shop.example/bare-2'),
      { url: 'https://shop.example/bare-1' },
    ],
  ])('%s', async (_, file, wanted) => {
    const plan = await dryRun(ana, file)
    expect(plan.counts.errors).toBe(0)
    expect(plan.preview[0]).toMatchObject({ outcome: 'new', ...wanted })
  })

  test('dates, visibility and expiry of links are imported', async () => {
    const ben = await signUp(server)
    await importFile(
      ben,
      'url,title,created,archived,expires_at',
      'https://shop.example/1,ISO,2020-10-26T17:20:40+0200,false,',
      'https://shop.example/2,No zone,2019-02-03 04:05:06,0,2099-01-01',
      'https://shop.example/3,Seconds,1600000000,1,',
      'https://shop.example/4,Words,"May 12, 2021",,null',
    )
    const links = Object.fromEntries((await allLinks(ben)).map((link) => [link.name, link]))
    expect(links).toMatchObject({
      ISO: { created_at: '2020-10-26T15:20:40.000Z', is_hidden: false },
      'No zone': { created_at: '2019-02-03T04:05:06.000Z', expires_at: '2099-01-01T00:00:00.000Z' },
      Seconds: { created_at: '2020-09-13T12:26:40.000Z', is_hidden: true },
      Words: { created_at: '2021-05-12T00:00:00.000Z', expires_at: null },
    })
  })

  test('an ambiguous date is not guessed, and a future one becomes today', async () => {
    const file = lines(
      'url,title,date',
      'https://shop.example/5,Either,03/04/2026',
      'https://shop.example/6,Future,2090-01-01',
    )
    expect((await dryRun(ana, file)).undated).toBe(1)
    const ben = await signUp(server)
    const start = Date.now()
    await importFile(ben, file)
    for (const { created_at } of await allLinks(ben)) {
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now())
      expect(Date.parse(created_at)).toBeGreaterThan(start - 60_000)
    }
  })

  test('reports the short hosts and the ignored columns', async () => {
    const plan = await dryRun(
      ana,
      'link,long_url,clicks,Campaign',
      'https://bit.ly/fmt-h1,https://shop.example/1,10,x',
      'https://bit.ly/fmt-h2,https://shop.example/2,10,x',
      'https://go.example/fmt-h3,https://shop.example/3,10,x',
    )
    expect(plan).toMatchObject({ source: 'bitly', short_hosts: ['bit.ly', 'go.example'] })
    const ignored = plan.columns.filter(({ field }) => field === null)
    expect(ignored.map(({ header }) => header)).toEqual(['Campaign'])
  })
})

test('an error of a code names the column it came from', async () => {
  const plan = await dryRun(
    ana,
    'Link,Custom Link,Destination URL',
    'https://bit.ly/admin,,https://shop.example/1',
    'https://bit.ly/3xy,https://bit.ly/admin,https://shop.example/2',
  )
  expect(plan.problems.map(({ column }) => column)).toEqual(['Link', 'Custom Link'])
})

describe('tables of any common format are read', () => {
  const HEAD = ['url', 'title', 'tags']
  const ROW = ['https://shop.example/käse', 'Käse, "old"\r\nand new', 'a']
  const wanted = {
    url: 'https://shop.example/k%C3%A4se',
    short_code: '',
    name: 'Käse, "old"\r\nand new',
    tags: ['a'],
  }
  const table = (delimiter: string) =>
    [HEAD, ROW]
      .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
      .join('\r\n')

  test.each([
    ['commas', Buffer.from(table(','))],
    ['semicolons', Buffer.from(table(';'))],
    ['tabs', Buffer.from(table('\t'))],
    ['a byte order mark', Buffer.from(`\uFEFF${table(',')}`)],
    ['UTF-16, as Excel’s Unicode text', Buffer.from(`\uFEFF${table('\t')}`, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\uFEFF${table(',')}`, 'utf16le').swap16()],
    ['Windows-1252, as old Excel', Buffer.from(table(';'), 'latin1')],
    ['a line that names the delimiter', Buffer.from(`sep=;\r\n${table(';')}`)],
    [
      'line feeds and a last empty line',
      Buffer.from(`${table(',').replace('\r\n"http', '\n"http')}\n\n`),
    ],
  ])('with %s', async (_, file) => {
    const plan = await dryRun(ana, file)
    expect(plan.rows).toBe(1)
    expect(plan.preview.map(shown)).toEqual([wanted])
  })

  test('rows are numbered as in a spreadsheet, despite empty lines and line breaks in cells', async () => {
    const file = 'url,title\n\nhttps://shop.example/a,"two\nlines"\n,,\nnonsense,x\n'
    const plan = await dryRun(ana, file)
    expect(outcomesOf(plan)).toEqual(['3 new', '5 error'])
    expect(plan.rows).toBe(2)
  })

  test('an inch sign in a title is not a quotation mark', async () => {
    const plan = await dryRun(ana, 'url,title', 'https://a.example/,A 27" screen')
    expect(plan.preview[0]?.name).toBe('A 27" screen')
  })

  test('formulas stay text, and the guard before them is removed', async () => {
    const ben = await signUp(server)
    await importFile(ben, 'url,title', `https://a.example/,'=SUM(A1)`, 'https://b.example/,=1+1')
    expect((await allLinks(ben)).map(({ name }) => name)).toEqual(['=SUM(A1)', '=1+1'])
  })

  test('multi-byte characters survive the chunks of the file', async () => {
    // Few but long rows, because each row takes the database some time.
    const faces = '😀'.repeat(140)
    const filler = Array.from({ length: 400 }, (_, i) => `https://shop.example/e${i},${faces}${i}é`)
    const ben = await signUp(server)
    await importFile(ben, 'url,title', ...filler)
    const rows = await server.deps.sql`
      select count(*)::int as n from links
      where user_id = ${ben.uuid} and name ~ ${`^${faces}[0-9]+é$`}`
    expect(rows[0]?.['n']).toBe(400)
  })
})
