import { expect, test } from 'vitest'
import { COLLECTIONS } from '#support/server/links/collections.ts'
import { REQUEST } from '#support/server/links/exports.ts'
import { addLink, LINKS, linkPath, readLink, type Refusal } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'

const { server, ana } = await startWithCreator()
const link = await addLink(ana)

async function refusal(method: string, path: string, body: object) {
  const response = await ana.send(method, path, body)
  const { errors } = (await response.json()) as Partial<Refusal>
  return { status: response.status, errors }
}

const BROKEN = 'This contains an invalid character. Type it again.'

test.each<[string, () => string, object, string]>([
  ['a name', () => linkPath(link), { name: 'Lamp \ud83d' }, 'name'],
  ['a tag', () => linkPath(link), { tags: ['a', '\udca1'] }, 'tags'],
  ['a short code', () => linkPath(link), { short_code: 'ab\ud83d' }, 'short_code'],
  [
    'a collection',
    () => linkPath(link),
    { regular_collection_names: ['\ud83d'] },
    'regular_collection_names',
  ],
  ['a rule', () => `${COLLECTIONS}smart/`, { name: 'a', rule: { tags: ['\ud83d'] } }, 'rule'],
  ['a search', () => `${LINKS}search/`, { q: '\ud83d' }, 'q'],
])('an unpaired surrogate in %s is refused with an explanation', async (_, path, body, field) => {
  const isNew = path().endsWith('smart/') || path().endsWith('search/')
  const answer = await refusal(isNew ? 'POST' : 'PATCH', path(), body)
  expect(answer).toEqual({ status: 400, errors: { [field]: [BROKEN] } })
})

test('a complete character of the same kind is accepted', async () => {
  expect((await ana.send('PATCH', linkPath(link), { name: 'Lamp 💡' })).status).toBe(200)
  expect((await readLink(ana, link)).name).toBe('Lamp 💡')
})

test.each([
  '9999-12-31T23:59:59-12:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+05:00',
  '0026-05-12T00:00:00Z',
  '1000-01-01T00:00:00+05:00',
  '0000-06-30T23:59:59-12:00',
])('a link cannot end at %s', async (expires_at) => {
  const expected = { status: 400, errors: { expires_at: ['Enter a date and a time.'] } }
  expect(await refusal('PATCH', linkPath(link), { expires_at })).toEqual(expected)
})

test('a link can end at the limits of the calendar', async () => {
  for (const expires_at of ['9999-12-31T23:59:59.000Z', '1000-01-01T00:00:00.000Z']) {
    const { status } = await ana.send('PATCH', linkPath(link), { expires_at })
    expect([status, (await readLink(ana, link)).expires_at]).toEqual([200, expires_at])
  }
})

const NO_DAYS = ['0000-01-01', '2026-02-30', '10000-01-01']
test.each(NO_DAYS)('an export cannot begin on %s', async (day) => {
  for (const field of ['date_from', 'date_to']) {
    expect(await refusal('POST', REQUEST, { kind: 'clicks', [field]: day })).toEqual({
      status: 400,
      errors: { [field]: ['Send the day as year-month-day, like 2026-05-12.'] },
    })
  }
})

test.each([2 ** 31, 2 ** 53, -(2 ** 40), 0])('%d does not exist', async (id) => {
  const expected = { status: 400, errors: { link_domain_id: ['Choose one of your domains.'] } }
  expect(await refusal('PATCH', linkPath(link), { link_domain_id: id })).toEqual(expected)
  for (const [method, path, body, field] of [
    ['PATCH', linkPath(link), { custom_image_upload_id: id }, 'image_upload_id'],
    [
      'POST',
      `${COLLECTIONS}regular/`,
      { name: `Number ${id}`, image_upload_id: id },
      'image_upload_id',
    ],
    [
      'PUT',
      '/v2/my/profile/public/update_profile/',
      { first_name: 'a', last_name: 'b', contact_email: 'a@b.example', image_upload_id: id },
      'image_upload_id',
    ],
  ] as const) {
    const { status, errors } = await refusal(method, path, body)
    expect([path, status, Object.keys(errors ?? {})]).toEqual([path, 400, [field]])
  }
  expect((await ana.send('DELETE', `/v1/activity/unreads?id=${id}`)).status).toBe(400)
  expect((await ana.send('DELETE', `/v1/wp/${id}`)).status).toBe(404)
})

test("nesting of an edit's values is limited", async () => {
  const part = `"custom_image_params":${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const { status } = await server.app.request(linkPath(link), {
    method: 'PATCH',
    headers: { 'X-API-TOKEN': ana.token },
    body: `{${part},"base":{${part}}}`,
  })
  expect(status).toBe(400)
})
