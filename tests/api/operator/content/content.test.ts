import { expect, test } from 'vitest'
import { contentFolder, KITCHEN } from '#support/server/money/content.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectParts } from '#support/expect-parts.ts'

const server = await startTestServer()
const files = contentFolder(server)
await files.picture('kitchen.png')

const count = async (table: string) => {
  const [row] = await server.deps.db.execute<{ n: number }>(
    `select count(*)::int as n from ${table}`,
  )
  return row?.n
}

test('a dry run lists changes and costs of bonuses, and writes nothing', async () => {
  const said = await files.dryRun(KITCHEN)
  expectParts(said, '+ brand sample-kitchen\n', 'commission 10%')
  expect(said).toContain('+ store shop.mall.example/eu of sample-kitchen\n')
  expectParts(said, '+ campaign light-week\n+ promotion five\n', '~ EUR: 1.08 US dollars')
  // A margin of 2.5% of $1,000, and bonuses of $10 and $100.
  expect(said).toContain(
    'Sales of $1,000.00: bonuses $110.00, your margin $25.00 (sample-kitchen)  LOSS',
  )
  expect(said).toMatch(/These changes would be made\. Nothing was written\.$/)
  for (const table of ['brands', 'campaigns', 'charities', 'categories', 'currency_rates']) {
    expect(await count(table)).toBe(0)
  }
})

test('applying a file stores all of it; applying it again changes nothing (R-527)', async () => {
  expect(await files.apply(KITCHEN)).toMatch(/Done\.$/)
  const [brand] = await server.deps.sql`select * from brands`
  expect(brand).toMatchObject({
    key: 'sample-kitchen',
    name: 'Sample Kitchen',
    commission_basis_points: 1000,
    click_param: 'kid',
    categories: ['Home'],
  })
  const [logo] = [String(brand?.['logo_key'])]
  expect((await server.request('GET', `/media/${logo}`)).status).toBe(200)
  expect(await server.deps.sql`select host, path from stores order by host`).toEqual([
    { host: 'kitchen.example', path: '' },
    { host: 'shop.mall.example', path: '/eu' },
  ])
  expect(await files.apply(KITCHEN)).toBe('Nothing to change.')
})

test('an exported file changes nothing when it is applied', async () => {
  expect(await files.export('out/all.yaml')).toMatch(/ and 1 picture written\.$/)
  expect(await files.applyFile('out/all.yaml')).toBe('Nothing to change.')
  const yaml = await files.export()
  expect(yaml).toContain('key: sample-kitchen')
  expect(await files.dryRun(yaml)).toBe(
    'Sales of $100.00: bonuses $10.00, your margin $2.50 (sample-kitchen)  LOSS\n' +
      'Sales of $1,000.00: bonuses $110.00, your margin $25.00 (sample-kitchen)  LOSS\n' +
      'Sales of $10,000.00: bonuses $1,110.00, your margin $250.00 (sample-kitchen)  LOSS\n' +
      'Sales of $100,000.00: bonuses $11,110.00, your margin $2,500.00 (sample-kitchen)  LOSS\n' +
      'Nothing to change.',
  )
})

test('missing entries stay; archived ones are hidden until archived is false', async () => {
  const brand = 'brands: [{ key: sample-kitchen, name: Sample Kitchen'
  expect(await files.apply('charities: []')).toBe('Nothing to change.')
  expect(await files.apply(`${brand}, archived: true }]`)).toBe(
    '~ brand sample-kitchen: archived\nDone.',
  )
  expect(await files.apply(`${brand} }]`)).toBe('Nothing to change.')
  expect(await files.apply(`${brand}, archived: false }]`)).toBe(
    '~ brand sample-kitchen: shown again\nDone.',
  )
  expect(await count('stores')).toBe(2)
})

test('paying commissions before the return period ends causes a warning', async () => {
  const said = await files.dryRun(
    'brands: [{ key: sample-kitchen, name: Sample Kitchen, hold_days: 10 }]',
  )
  expect(said).toContain(
    'Warning: sample-kitchen holds commissions for 10 days, but customers can return goods for 14 days.',
  )
})
