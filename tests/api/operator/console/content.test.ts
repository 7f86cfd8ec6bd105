import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { currentContent } from '../../../../server/operator/content/export-content.ts'
import { CONTENT_KINDS } from '../../../../server/operator/content/kinds.ts'
import { ContentFile } from '../../../../server/operator/content/content-file.ts'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { act, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterConsole, type Member } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
fakeDatesPerTest()

const newKey = () => `key-${randomUUID().slice(0, 8)}`
const enter = () => enterConsole(server, 'owner', `${newKey()}@staff.example`)
const stored = async (group: 'brands' | 'faq' | 'campaigns') =>
  (await currentContent(server.deps.db))[group] as Record<string, unknown>[]

const review = (owner: Member, path: string, typed: Record<string, string>) =>
  owner.post(`/console/content/${path}/review`, typed)
const save = (owner: Member, group: string, key: string, typed: Record<string, string>) =>
  act(owner, 'site.entry', {
    ...typed,
    subject: `entry ${group} ${key}`,
    back: `/console/content/${group}/${key}`,
  })

describe('a new brand', () => {
  test('is reviewed, then stored with its terms, and recorded', async () => {
    const owner = await enter()
    const key = newKey()
    const typed = {
      key,
      name: 'Sample Kitchen',
      website: `https://${key}.example`,
      stores: `${key}.example\nshop.${key}.example`,
      rate: '8.5',
      creator_share: '70',
      rates: 'Knives; 10; 75\n; 12; ; new',
      base: 'subtotal',
      hold_days: '45',
    }
    const shown = await review(owner, 'brands/new', typed)
    expect(shown.status).toBe(200)
    expectParts(textOf(shown.html), 'Review changes', `+ brand ${key}`)
    expect((await stored('brands')).some((brand) => brand['key'] === key)).toBe(false)

    const saved = await save(owner, 'brands', key, typed)
    expect(saved.headers.get('location')).toBe(`/console/content/brands/${key}`)
    expect((await stored('brands')).find((brand) => brand['key'] === key)).toMatchObject({
      name: 'Sample Kitchen',
      stores: [`${key}.example`, `shop.${key}.example`],
      rate: 8.5,
      creator_share: 70,
      rates: expect.arrayContaining([
        { category: 'Knives', rate: 10, creator_share: 75 },
        expect.objectContaining({ new_customers: true, rate: 12 }),
      ]) as unknown,
      base: 'subtotal',
      hold_days: 45,
    })
    const [entry] = await auditOf(server, `entry brands ${key}`)
    expect(entry).toMatchObject({ action: 'site.entry', after: { name: 'Sample Kitchen' } })
    expectParts((await owner.get(`/console/brands/${key}`)).html, 'Sample Kitchen')
  })

  test('shows each mistake at its field and keeps what was typed', async () => {
    const owner = await enter()
    const typed = { key: 'Not a Key', name: '', rate: '140', rates: 'A; 5\nB; many' }
    const { status, html } = await review(owner, 'brands/new', typed)
    expect(status).toBe(400)
    expectParts(
      html,
      'Use small letters, numbers and dashes',
      'This is missing.',
      'Write a percentage from 0 to 100',
      'Line 2:',
      'value="Not a Key"',
      'value="140"',
    )
    for (const name of ['key', 'name', 'rate', 'rates'])
      expect(html).toMatch(new RegExp(`id="${name}"[^>]*aria-invalid="true"`))
  })

  test('with a commission needs the share of the creator', async () => {
    const owner = await enter()
    const typed = { key: newKey(), name: 'Sample', rate: '8' }
    const { status, html } = await review(owner, 'brands/new', typed)
    expect(status).toBe(400)
    expect(html).toMatch(/id="creator_share"[^>]*aria-invalid="true"/)
  })

  test('cannot take the key of another', async () => {
    const owner = await enter()
    const { key } = await addShop(server)
    const { status, html } = await review(owner, 'brands/new', { key, name: 'Another' })
    expect(status).toBe(400)
    expectParts(html, `There is already a brand ${key}.`)
  })
})

test('the form of a brand has its values, and saving them unchanged changes nothing', async () => {
  const owner = await enter()
  const { key } = await addShop(server)
  const { html } = await owner.get(`/console/content/brands/${key}`)
  const typed = Object.fromEntries([
    ...[...html.matchAll(/<input id="(\w+)"[^>]* type="text" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
    ...[...html.matchAll(/<textarea id="(\w+)"[^>]*>([^<]*)</g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  ]) as Record<string, string>
  expect(Object.keys(typed).length).toBeGreaterThan(10)
  expectParts(textOf((await review(owner, `brands/${key}`, typed)).html), 'Nothing would change.')
})

test('a campaign of the brand is ended, and its earlier values are in the audit log', async () => {
  const owner = await enter()
  const { key: brand } = await addShop(server)
  const key = newKey()
  await save(owner, 'campaigns', key, { brand, name: 'Spring', starts_at: '2026-03-01' })
  await save(owner, 'campaigns', key, { brand, name: 'Spring', ends_at: '2026-05-31' })
  const [campaign] = (await stored('campaigns')).filter((one) => one['key'] === key)
  expect(campaign).toMatchObject({ brand, ends_at: '2026-06-01T00:00:00.000Z' })
  expect(campaign).not.toHaveProperty('starts_at')
  const entries = await auditOf(server, `entry campaigns ${key}`)
  expect(entries).toHaveLength(2)
  expect(JSON.stringify(entries[0]?.after)).toContain('2026-03-01')
})

test('a question keeps its place among the others, or gets another', async () => {
  const owner = await enter()
  const keys = [newKey(), newKey(), newKey()] as const
  for (const key of keys) await save(owner, 'faq', key, { question: `Question ${key}?` })
  await save(owner, 'faq', keys[1], { question: 'Changed?' })
  const order = async () =>
    (await stored('faq')).map((one) => one['key']).filter((key) => keys.includes(String(key)))
  expect(await order()).toEqual([...keys])
  const all = await stored('faq')
  const place = all.findIndex((one) => one['key'] === keys[0]) + 1
  await save(owner, 'faq', keys[2], { question: 'First?', place: String(place) })
  expect(await order()).toEqual([keys[2], keys[0], keys[1]])
})

test('exchange rates and the payer of bonuses are saved', async () => {
  const owner = await enter()
  const wrong = await review(owner, 'money/settings', { rates: 'EUR much', bonus: 'on' })
  expect(wrong.status).toBe(400)
  const typed = { rates: 'EUR 1.09\nGBP 1.27', bonus_paid_by: 'The operator' }
  expectParts(textOf((await review(owner, 'money/settings', typed)).html), 'EUR', 'GBP')
  await save(owner, 'money', 'settings', typed)
  expect(await currentContent(server.deps.db)).toMatchObject({
    rates: { EUR: 1.09, GBP: 1.27 },
    bonus_paid_by: 'The operator',
  })
  await save(owner, 'money', 'settings', { ...typed, bonus_paid_by: 'Sample Kitchen' })
  const [last] = await server.deps.sql<{ before: unknown; after: unknown }[]>`
    select before, after from audit_entries where subject = 'entry money settings'
    order by position desc limit 1`
  const rates = { EUR: 1.09, GBP: 1.27 }
  expect(last).toEqual({
    before: { rates, bonus: false, bonus_paid_by: 'The operator' },
    after: { rates, bonus: false, bonus_paid_by: 'Sample Kitchen' },
  })
})

test('a postback key is stored and is neither in the form nor in the audit log', async () => {
  const owner = await enter()
  const key = newKey()
  const secret = `secret-${randomUUID()}`
  await save(owner, 'brands', key, { name: 'Sample', postback_key: secret })
  expectNoParts((await owner.get(`/console/content/brands/${key}`)).html, secret)
  expectNoParts(JSON.stringify(await auditOf(server, `entry brands ${key}`)), secret)
  const [row] = await server.deps.sql`
    select count(*)::int as keys from postback_keys join brands on brands.id = brand_id
    where brands.key = ${key}`
  expect(row).toEqual({ keys: 1 })
})

test('texts are escaped, and unknown groups and entries are not found', async () => {
  const owner = await enter()
  const key = newKey()
  await save(owner, 'brands', key, { name: '<b>Bold</b>' })
  expectNoParts((await owner.get(`/console/content/brands/${key}`)).html, '<b>Bold')
  for (const path of ['secrets', 'brands/no-such-brand', 'constructor'])
    expect((await owner.get(`/console/content/${path}`)).status, path).toBe(404)
})

test('other roles see the values, but no form that saves', async () => {
  const viewer = await enterConsole(server, 'viewer', `${newKey()}@staff.example`)
  const { key } = await addShop(server)
  const { status, html } = await viewer.get(`/console/content/brands/${key}`)
  expect(status).toBe(200)
  expectNoParts(html, 'Review changes')
  expect((await viewer.get('/console/content/brands/new')).status).toBe(403)
  expect((await review(viewer, `brands/${key}`, { name: 'Mine' })).status).toBe(403)
})

test('the forms have every group and value of the content file', () => {
  const groups = Object.values(CONTENT_KINDS).map(({ group }) => group)
  const own = CONTENT_KINDS['money']?.fields.map(({ name }) => name) ?? []
  expect([...groups.filter((group) => group !== null), ...own].toSorted()).toEqual(
    Object.keys(ContentFile.entries).toSorted(),
  )
})
