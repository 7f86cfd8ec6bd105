import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentFolder } from '#support/server/money/content.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const files = contentFolder(server)

const nothingThere = async () =>
  expect(await server.deps.sql`select 1 from brands union all select 1 from categories`).toEqual([])

test('each mistake is listed with its line and path, and nothing is written', async () => {
  const said = await files.apply(`categories: [Home]
brands:
  - key: good
    name: Good
    stores: [good.example]
    rate: 10
    creator_share: 80
  - key: Bad Key
    name: Bad
    colour: red
    rate: 120
    stores:
      - co.uk
  - key: good
    name: Twice
    rate: 10
    creator_share: 50
campaigns:
  - { key: c, brand: nobody, name: C, starts_at: 2027-13-40 }
pictures: []
bonus: maybe
`)
  expect(said).toContain('There are 6 mistakes; nothing was written.')
  expect(said).toContain('line 8: brands[1].key: use small letters, numbers and dashes')
  expect(said).toContain('line 10: brands[1].colour: there is no such key')
  expect(said).toContain('line 11: brands[1].rate: write a percentage from 0 to 100')
  expect(said).toContain('line 19: campaigns[0].starts_at: write a day like 2027-05-01')
  expect(said).toContain('line 20: pictures: there is no such key')
  expect(said).toContain('line 21: bonus: this is true or false')
  await nothingThere()
})

test('contradictions are listed together too', async () => {
  writeFileSync(join(files.folder, 'fake.png'), 'no picture at all')
  const said = await files.apply(`brands:
  - key: one
    name: One
    logo: fake.png
    cover: none.png
    stores: [co.uk, one.example]
    categories: [Homme]
    rate: 10
  - { key: two, name: Two, stores: [https://www.one.example/], rate: 5, creator_share: 50 }
  - { key: two, name: Again }
campaigns:
  - { key: c, brand: nobody, name: C }
promotions:
  - { key: p, title: P, starts_at: 2027-06-03, ends_at: 2027-06-01 }
bonus: true
`)
  for (const line of [
    'line 4: brands[0].logo: Choose a PNG, JPEG or WebP picture.',
    'line 5: brands[0].cover: there is no picture none.png in the folder of the file',
    'line 6: brands[0].stores[0]: co.uk is not a store address; write shop.example or mall.example/shop',
    'line 7: brands[0].categories[0]: Homme is not among the categories',
    "line 2: brands[0]: creator_share is missing: the creator's part of it, in percent",
    'line 9: brands[1].stores[0]: one.example is a store of one',
    'line 10: brands[2].key: two occurs twice',
    'line 12: campaigns[0].brand: there is no brand nobody',
    'line 14: promotions[0].ends_at: it ends before it starts',
    'line 15: bonus: bonus_paid_by is missing: say who pays it',
  ]) {
    expect(said).toContain(line)
  }
  expect(said).toContain('There are 10 mistakes; nothing was written.')
  await nothingThere()
})

const two = (one: string, other: string) => `brands:
- { key: a, name: A, stores: [${one}] }
- { key: b, name: B, stores: [${other}] }`

test('a store of another brand is refused, but two brands can swap stores', async () => {
  expect(await files.apply(two('a.example', 'b.example'))).toMatch(/Done\.$/)
  expect(await files.apply('brands: [{ key: c, name: C, stores: [a.example] }]')).toContain(
    'brands[0].stores[0]: a.example is a store of a',
  )
  expect(await files.apply(two('b.example', 'a.example'))).toMatch(/Done\.$/)
  await server.deps.sql`delete from brands`
})

test('a YAML bomb is refused with one sentence', async () => {
  const rows = [`a0: &a0 [${'lol,'.repeat(9)}lol]`]
  for (let n = 1; n < 10; n += 1) {
    rows.push(`a${n}: &a${n} [${`*a${n - 1},`.repeat(9)}*a${n - 1}]`)
  }
  expect(await files.apply(rows.join('\n'))).toContain('too many aliases (*)')
  expect(await files.apply('['.repeat(20_000))).toMatch(/nested too deeply|line 1:/)
  expect(await files.apply('brands: [{ key: a')).toMatch(/content\.yaml: line 1: /)
  expect(await files.apply('a: 1\n---\nb: 2')).toMatch(/content\.yaml: line \d: /)
  expect(await files.apply('- just\n- a list')).toContain('file: ')
  expect(await files.apply('')).toBe('Nothing to change.')
  writeFileSync(files.path, Buffer.alloc(5_000_001, 'a'))
  expect(await files.applyFile('content.yaml')).toContain('must not be larger than 5000000 bytes')
  writeFileSync(files.path, Buffer.from([0xff, 0xfe, 0x00]))
  expect(await files.applyFile('content.yaml')).toContain('must be written in UTF-8')
  expect(await files.applyFile('none.yaml')).toContain('There is no file')
})

test('pictures must be in the folder of the file', async () => {
  for (const name of ['../secret.png', '/etc/passwd', 'a/../../b.png']) {
    expect(await files.apply(`vendors: [{ key: a, name: A, logo: ${name} }]`)).toContain(
      'vendors[0].logo: name a picture in the folder of the file',
    )
  }
})
