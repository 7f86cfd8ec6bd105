import { describe, expect, test } from 'vitest'
import { dryRun, lines, previewOf } from '#support/server/links/imports.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { addSmart, EVERY_LINK } from '#support/server/links/collections.ts'

const { ana } = await startWithCreator()

describe('imported links follow the rules of created and edited ones', () => {
  test.each([
    ['url', 'javascript:alert(1)', 'Only http and https links can be shortened.'],
    ['url', 'data:text/html;x', 'Only http and https links can be shortened.'],
    ['url', 'nonsense', 'Enter a valid URL, like https://example.com/page.'],
    ['url', '', 'Paste a URL.'],
    ['url', 'http://localhost:8080/s/abc', 'This is already a short link.'],
    ['url', 'https://me:secret@shop.example/', 'Remove the user name and password from this URL.'],
    ['url', `https://shop.example/${'x'.repeat(2000)}`, 'Keep this under 2000 characters.'],
    ['code', '.'.repeat(60_000), 'Keep this under 2000 characters.'],
    ['short_url', '/'.repeat(60_000), 'Keep this under 2000 characters.'],
    ['created_at', '-'.repeat(60_000), 'Keep this under 2000 characters.'],
    ['tags', '['.repeat(60_000), 'Keep this under 5200 characters.'],
    ['code', 'x', 'Use 2 to 50 letters, numbers, dashes or underscores.'],
    ['code', 'admin', 'This code is reserved. Choose another.'],
    ['title', 'x'.repeat(301), 'Keep this under 300 characters.'],
    ['tags', 'x'.repeat(51), 'Keep this under 50 characters.'],
    ['collection', 'x'.repeat(121), 'Keep this under 120 characters.'],
    ['utm_source', 'x'.repeat(201), 'Keep this under 200 characters.'],
    ['starts_at', 'soon', 'Write this date as year-month-day, like 2026-05-12 14:30.'],
    ['max_clicks', 'many', 'Enter a number from 1 to 1,000,000,000.'],
    ['expires_at', 'soon', 'Write this date as year-month-day, like 2026-05-12 14:30.'],
    ['fallback_url', 'javascript:alert(1)', 'Only http and https links can be shortened.'],
  ])('an invalid %s is refused in its column: %s', async (column, value, message) => {
    const row = { url: 'https://shop.example/', note: 'passed over', [column]: value }
    const file = lines(Object.keys(row).join(','), Object.values(row).join(','))
    const { problems, counts } = await dryRun(ana, file)
    expect(counts).toEqual({ new: 0, existing: 0, recoded: 0, errors: 1 })
    expect(problems).toMatchObject([{ row: 2, outcome: 'error', column, message }])
  })

  test('an address without http:// gets it', async () => {
    const row = await previewOf(ana, 'url', 'shop.example/lamp')
    expect(row).toMatchObject({ outcome: 'new', url: 'http://shop.example/lamp/' })
  })

  test('tags are kept once, blank ones left out', async () => {
    const row = await previewOf(ana, 'url;tags', 'https://a.example;"a, b,, a ,"')
    expect(row?.tags).toEqual(['a', 'b'])
  })

  test('a smart collection gets no links from a file', async () => {
    await addSmart(ana, 'Clever', EVERY_LINK)
    const plan = await dryRun(ana, 'url,collection', 'https://a.example,clever')
    const message = 'Clever is a smart collection. Its rule selects the links.'
    expect(plan.problems).toMatchObject([{ column: 'collection', message }])
  })
})
