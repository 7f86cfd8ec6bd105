import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { dryRun, IMPORT, lines, importError } from '#support/server/links/imports.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer({ listen: true })
  ana = await signUp(server)
})
afterAll(() => server.stop())

const rows = (count: number) =>
  lines('url', ...Array.from({ length: count }, (_, i) => `https://shop.example/${i}`))

describe('a file that cannot be imported is refused in words', () => {
  test.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'The file is empty.'],
    ['a file of blanks', ' \r\n\r\n ', 'The file is empty.'],
    [
      'names of columns alone',
      'url,title\r\n',
      'The file has a line of column names and no rows below it.',
    ],
    [
      'no addresses',
      lines('name,age', 'Ana,30'),
      'No column holds the addresses. Name it url, long_url or destination in the first line.',
    ],
    [
      'a letter',
      'Dear Ana,\nhow are you?',
      'No column holds the addresses. Name it url, long_url or destination in the first line.',
    ],
    [
      'more columns than anybody reads',
      lines(['url', ...Array.from({ length: 500 }, () => 'x')].join(','), 'https://shop.example/'),
      'The file has more than 500 columns. Leave out those that say nothing about links.',
    ],
    ['a web page', '<!doctype html><html><body>url</body></html>', 'This is not a CSV file.'],
    ['JSON', '[{"url":"https://shop.example/"}]', 'This is not a CSV file.'],
    ['random bytes', randomBytes(5000), 'This is not a CSV file.'],
    [
      'a workbook',
      Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]),
      'This is a spreadsheet’s own format. Save it as CSV, then choose that file.',
    ],
    [
      'one row too many',
      rows(20_001),
      'The file has more than 20,000 rows. Split it into smaller ones.',
    ],
    [
      'a hundred thousand rows',
      rows(100_000),
      'The file has more than 20,000 rows. Split it into smaller ones.',
    ],
    [
      'a quotation mark that never ends',
      lines('url,title', `https://a.example/,"open`, ...rows(5000).split('\r\n')),
      'The file cannot be read below row 1: a quotation mark is opened there and not closed.',
    ],
  ])(
    '%s',
    async (_, content, message) => {
      expect(await importError(server, ana, content)).toBe(message)
    },
    60_000,
  )

  test('a picture', async () => {
    expect(await importError(server, ana, await picture())).toBe('This is not a CSV file.')
  })

  test('40 MB, and the next request on the same server is answered', async () => {
    const large = Buffer.alloc(40 * 1024 * 1024, 'https://shop.example/x,Title\r\n')
    expect(await importError(server, ana, large)).toBe(
      'The file is larger than 10 MB. Split it into smaller ones.',
    )
    expect((await dryRun(server, ana, lines('url', 'https://shop.example/'))).counts.new).toBe(1)
  }, 60_000)

  test('exactly as many rows as allowed are taken', async () => {
    const plan = await dryRun(server, ana, rows(20_000))
    expect(plan.counts).toEqual({ new: 20_000, existing: 0, recoded: 0, errors: 0 })
  }, 60_000)
})

const send = async (type: string, body: string) => {
  const headers = { [TOKEN_HEADER]: ana.token, 'Content-Type': type }
  const response = await fetch(`${server.origin}${IMPORT}`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

test('the file may be the body itself; a body of another kind is no file', async () => {
  expect(await send('text/csv', 'url\nhttps://shop.example/')).toMatchObject({
    status: 200,
    body: { result: { rows: 1 } },
  })
  for (const [type, body] of [
    ['application/json', '{}'],
    ['multipart/form-data; boundary=x', '--x--'],
  ] as const) {
    expect(await send(type, body)).toEqual({
      status: 400,
      body: { errors: { file: ['No file was sent.'] } },
    })
  }
  expect(
    await send(
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nurl',
    ),
  ).toEqual({
    status: 400,
    body: { errors: { file: ['The file did not arrive whole. Send it again.'] } },
  })
})

test('a row with more cells than columns is refused, columns without a meaning are not', async () => {
  const plan = await dryRun(
    server,
    ana,
    lines(
      'url,weather,title',
      'https://shop.example/1,rain,One',
      'https://shop.example/2,rain,Two,and a half',
      'https://shop.example/3,rain,Three,,',
      'https://shop.example/4',
    ),
  )
  expect(plan.preview.map(({ outcome }) => outcome)).toEqual(['new', 'error', 'new', 'new'])
  expect(plan.problems[0]).toMatchObject({
    row: 3,
    column: '',
    message: 'This row has more cells than there are columns.',
  })
  expect(plan.columns[1]).toEqual({ header: 'weather', field: null })
})

test('the same code twice in a file makes two links, and says which row was first', async () => {
  const plan = await dryRun(
    server,
    ana,
    lines(
      'url,code',
      'https://shop.example/1,dup-code',
      'https://shop.example/2,DUP-code',
      'https://shop.example/1,Dup-Code',
    ),
  )
  expect(plan.counts).toEqual({ new: 2, existing: 1, recoded: 1, errors: 0 })
  expect(plan.problems).toMatchObject([
    {
      row: 3,
      outcome: 'recoded',
      message: 'Row 2 has the code DUP-code as well, so this one gets a fresh code.',
    },
  ])
})
