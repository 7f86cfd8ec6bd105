import { expect, test } from 'vitest'
import { addLink, editLink, linkPath, readLink, search } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const { server, ana } = await startWithCreator({ listen: true })

const click = (code: string) =>
  server.request('GET', `/s/${code}`, { headers: { 'User-Agent': PHONE } })

test('a click is counted in the next answer, and the URL stays editable (R-139, R-145, R-146, R-150)', async () => {
  const link = await addLink(ana, 'https://shop.example/clicked?a=1#x')
  await editLink(ana, link, { utm_source: 'bio' })
  const { target_url, split_url } = await readLink(ana, link)
  expect(split_url).toBe(`${server.origin}/s/${link.short_code}`)
  const response = await click(link.short_code)
  expect([response.status, response.headers.get('location')]).toEqual([302, target_url])
  expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 1, url_editable: true })
  const { results } = await search(ana)
  expect(results.find(({ uuid }) => uuid === link.uuid)?.lifetime_clicks).toBe(1)
})

test('clicks before an edit stay counted, later ones go to the new URL (D-18)', async () => {
  const link = await addLink(ana)
  await click(link.short_code)
  const { status, body } = await editLink(ana, link, { url: 'https://other.example/' })
  expect([status, body.lifetime_clicks]).toEqual([200, 1])
  expect((await click(link.short_code)).headers.get('location')).toBe('https://other.example/')
})

test('waiting clicks do not block an edit with an idempotency key', async () => {
  const link = await addLink(ana)
  for (let round = 0; round < 5; round++) {
    await Promise.all([click(link.short_code), click(link.short_code)])
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const body = { name: `Round ${round}` }
    const [edited] = await Promise.all([
      ana.send('PATCH', linkPath(link), body, headers),
      click(link.short_code),
      search(ana),
    ])
    expect(edited.status).toBe(200)
  }
  expect((await readLink(ana, link)).name).toBe('Round 4')
})

test('a new code or utm value counts from the very next click, under the old code too (D-23)', async () => {
  const link = await addLink(ana)
  expect((await click(link.short_code)).status).toBe(302)
  await editLink(ana, link, { short_code: 'brand-new' })
  expect((await click('BRAND-new')).status).toBe(302)
  await editLink(ana, link, { utm_source: 'now' })
  for (const code of ['brand-new', link.short_code])
    expect((await click(code)).headers.get('location')).toContain('utm_source=now')
})

test('a code requested before it existed works once it exists', async () => {
  expect((await click('not-yet')).status).toBe(404)
  const link = await addLink(ana)
  await editLink(ana, link, { short_code: 'not-yet', is_hidden: true })
  expect((await click('not-yet')).status).toBe(302)
})
