import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { dryRun, IMPORT, importError, lines, outcomesOf } from '#support/server/links/imports.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { picture } from '#support/server/hosts/shop-site.ts'

const { server, ana } = await startWithCreator({ listen: true })

const rows = (count: number) =>
  lines('url', ...Array.from({ length: count }, (_, i) => `https://shop.example/${i}`))

const NO_ADDRESSES =
  'No column contains URLs. Name it url, long_url or destination in the first line.'
const TOO_MANY_ROWS = 'The file has more than 20,000 rows. Divide it into smaller ones.'
const aPicture = await picture()

describe('a file that cannot be imported is refused with a reason', () => {
  test.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'The file is empty.'],
    ['a file of blanks', ' \r\n\r\n ', 'The file is empty.'],
    ['names of columns alone', 'url,title\r\n', 'The file has column names but no rows.'],
    ['no addresses', lines('name,age', 'Ana,30'), NO_ADDRESSES],
    ['a letter', 'Dear Ana,\nhow are you?', NO_ADDRESSES],
    [
      'more columns than anybody reads',
      lines(['url', ...Array.from({ length: 500 }, () => 'x')].join(','), 'https://shop.example/'),
      'The file has more than 500 columns. Remove columns that are not about links.',
    ],
    ['a web page', '<!doctype html><html><body>url</body></html>', 'This is not a CSV file.'],
    ['JSON', '[{"url":"https://shop.example/"}]', 'This is not a CSV file.'],
    ['random bytes', randomBytes(5000), 'This is not a CSV file.'],
    ['a picture', aPicture, 'This is not a CSV file.'],
    [
      'a workbook',
      Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]),
      'This is a spreadsheet file. Save it as CSV, then choose the CSV file.',
    ],
    ['one row too many', rows(20_001), TOO_MANY_ROWS],
    ['a hundred thousand rows', rows(100_000), TOO_MANY_ROWS],
    [
      'a quotation mark that never ends',
      lines('url,title', `https://a.example/,"open`, ...rows(5000).split('\r\n')),
      'We could not read the file below row 1, because a closing quotation mark is missing there.',
    ],
  ])('%s', { timeout: 60_000 }, async (_, content, message) => {
    expect(await importError(ana, content)).toBe(message)
  })

  test('40 MB, and the next request on the same server is answered', async () => {
    const large = Buffer.alloc(40 * 1024 * 1024, 'https://shop.example/x,Title\r\n')
    expect(await importError(ana, large)).toBe(
      'The file is larger than 10 MB. Divide it into smaller ones.',
    )
    expect((await dryRun(ana, 'url', 'https://shop.example/')).counts.new).toBe(1)
  }, 60_000)

  test('exactly as many rows as allowed are taken', async () => {
    const plan = await dryRun(ana, rows(20_000))
    expect(plan.counts).toEqual({ new: 20_000, existing: 0, recoded: 0, errors: 0 })
  }, 60_000)
})

async function send(type: string, body: string) {
  const headers = { [TOKEN_HEADER]: ana.token, 'Content-Type': type }
  const response = await fetch(`${server.origin}${IMPORT}`, { method: 'POST', headers, body })
  return [response.status, await response.json()]
}
const refused = (text: string) => [400, { errors: { file: [text] } }]

test('the file can be the body itself, but only as CSV', async () => {
  const csv = await send('text/csv', 'url\nhttps://shop.example/')
  expect(csv).toMatchObject([200, { result: { rows: 1 } }])
  expect(await send('application/json', '{}')).toEqual(refused('No file was sent.'))
  const form = 'multipart/form-data; boundary=x'
  expect(await send(form, '--x--')).toEqual(refused('No file was sent.'))
  const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nurl'
  expect(await send(form, cut)).toEqual(refused('The upload was incomplete. Try again.'))
})

test('a row with too many cells is refused, unknown columns are ignored', async () => {
  const plan = await dryRun(
    ana,
    'url,weather,title',
    'https://shop.example/1,rain,One',
    'https://shop.example/2,rain,Two,and a half',
    'https://shop.example/3,rain,Three,,',
    'https://shop.example/4',
  )
  expect(outcomesOf(plan)).toEqual(['2 new', '3 error', '4 new', '5 new'])
  const message = 'This row has more cells than there are columns.'
  expect(plan.problems[0]).toMatchObject({ row: 3, column: '', message })
  expect(plan.columns[1]).toEqual({ header: 'weather', field: null })
})

test('a code twice in a file creates two links and names the first row', async () => {
  const plan = await dryRun(
    ana,
    'url,code',
    'https://shop.example/1,dup-code',
    'https://shop.example/2,DUP-code',
    'https://shop.example/1,Dup-Code',
  )
  expect(plan.counts).toEqual({ new: 2, existing: 1, recoded: 1, errors: 0 })
  const message = 'Row 2 has the same code DUP-code, so this row gets a new code.'
  expect(plan.problems).toMatchObject([{ row: 3, outcome: 'recoded', message }])
})
