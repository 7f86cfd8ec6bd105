import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { linkPasswords, links } from '../../../server/platform/db/schema.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import { startWithCreator } from '#support/server/creator.ts'
import {
  addLink,
  changes,
  editLink,
  linkPath,
  LINKS,
  readLink,
  search,
  type Made,
} from '#support/server/links.ts'

const { server, ana } = await startWithCreator()

const START = '2031-05-01T10:00:00.000Z'
const END = '2031-06-01T10:00:00.000Z'
const LIMITS = { starts_at: START, expires_at: END, max_clicks: 100 }

const editNew = async (edit: object) => editLink(ana, await addLink(ana), edit)

async function edited(edit: object): Promise<ShortLink> {
  const { status, body } = await editNew(edit)
  expect(status).toBe(200)
  return body
}

const stateOf = ({ uuid }: ShortLink) =>
  server.deps.db.select().from(linkPasswords).where(eq(linkPasswords.linkId, uuid))

describe('start and click limit', () => {
  test('are empty for a new link', async () => {
    const none = { starts_at: null, max_clicks: null, used_clicks: 0, has_password: false }
    expect(await readLink(ana, await addLink(ana))).toMatchObject(none)
  })

  test('are stored, are in the next delta, and are cleared with null', async () => {
    const link = await addLink(ana)
    const { cursor } = await search(ana)
    expect((await editLink(ana, link, LIMITS)).body).toMatchObject(LIMITS)
    const { results } = await changes(ana, cursor)
    expect(results.find(({ uuid }) => uuid === link.uuid)).toMatchObject(LIMITS)
    expect((await editLink(ana, link, { name: 'Lamp' })).body).toMatchObject(LIMITS)
    const none = { starts_at: null, max_clicks: null }
    expect((await editLink(ana, link, none)).body).toMatchObject(none)
  })

  test('can be set when a link is created, alone and in bulk', async () => {
    const body = { url: 'https://shop.example/lamp', ...LIMITS, password: 'open sesame' }
    const made = await ask<Made>(ana, 'POST', LINKS, body)
    expect(made.body.result).toMatchObject({ ...LIMITS, has_password: true })
    const wrong = { ...body, starts_at: END }
    const { results } = (
      await ask<{ results: { errors?: object; uuid?: string }[] }>(ana, 'POST', `${LINKS}bulk/`, {
        links: [body, wrong],
      })
    ).body
    expect(await readLink(ana, { uuid: results[0]?.uuid ?? '' })).toMatchObject(LIMITS)
    expect(results[1]).toEqual({ errors: { starts_at: ['Choose a time before the end.'] } })
  })

  test.each(['tomorrow', '', 12, '2031-02-30T10:00:00Z'])('refuses the start %j', async (start) => {
    expect(await editNew({ starts_at: start })).toEqual(
      fieldError('starts_at', 'Enter a date and a time.'),
    )
  })

  test('a start must be before the end; the changed field has the error', async () => {
    const early = fieldError('starts_at', 'Choose a time before the end.')
    expect(await editNew({ starts_at: END, expires_at: END })).toEqual(early)
    const ends = await edited({ expires_at: START })
    expect(await editLink(ana, ends, { starts_at: END })).toEqual(early)
    const starts = await edited({ starts_at: END })
    const late = fieldError('expires_at', 'Choose a time after the start.')
    expect(await editLink(ana, starts, { expires_at: START })).toEqual(late)
    expect((await editLink(ana, starts, { name: 'Lamp' })).status).toBe(200)
  })

  test.each([0, -1, 1.5, 1_000_000_001, '5'])('refuses a limit of %j', async (max_clicks) => {
    expect(await editNew({ max_clicks })).toEqual(
      fieldError('max_clicks', 'Enter a number from 1 to 1,000,000,000.'),
    )
  })

  test('accepts the highest limit', async () => {
    expect(await edited({ max_clicks: 1_000_000_000 })).toMatchObject({ max_clicks: 1_000_000_000 })
  })

  test('a change that was based on an older value is a conflict', async () => {
    const link = await edited(LIMITS)
    const base = { max_clicks: 5 }
    const answer = await ask(ana, 'PATCH', linkPath(link), { max_clicks: 7, base })
    expect(answer).toMatchObject({
      status: 409,
      body: { conflict: { fields: ['max_clicks'] } },
    })
  })
})

describe('a password', () => {
  test('is stored as a hash and is in no answer, export or archive row', async () => {
    const link = await edited({ password: 'open sesame' })
    expect(link.has_password).toBe(true)
    const answers = JSON.stringify([link, await readLink(ana, link), await search(ana)])
    expect(answers).not.toContain('sesame')
    expect(answers).not.toContain('argon2')
    const [stored] = await stateOf(link)
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const [row] = await server.deps.db.select().from(links).where(eq(links.id, link.uuid))
    expect(JSON.stringify(row)).not.toContain('argon2')
  })

  test.each([null, ''])('is removed with %j', async (password) => {
    const link = await edited({ password: 'open sesame' })
    expect((await editLink(ana, link, { name: 'Lamp' })).body.has_password).toBe(true)
    expect((await editLink(ana, link, { password })).body.has_password).toBe(false)
    expect(await stateOf(link)).toEqual([])
    const again = await editLink(ana, link, { password })
    expect(again.body.has_password).toBe(false)
  })

  test('can be replaced, also by a form that has seen another value', async () => {
    const link = await edited({ password: 'open sesame' })
    const [before] = await stateOf(link)
    const base = { name: link.name, password: null, has_password: false }
    expect((await editLink(ana, link, { password: 'new words', base })).status).toBe(200)
    const [after] = await stateOf(link)
    expect(after?.passwordHash).not.toBe(before?.passwordHash)
  })

  test.each([
    ['abc', 'Use at least 4 characters.'],
    ['a'.repeat(201), 'Keep this under 200 characters.'],
  ])('%.5s… is refused', async (password, message) => {
    expect(await editNew({ password })).toEqual(fieldError('password', message))
  })
})

test('a clone has the same limits and password, and no used clicks', async () => {
  const link = await edited({ ...LIMITS, password: 'open sesame' })
  const made = await ask<Made>(ana, 'POST', `${linkPath(link)}clone/`)
  expect(made.body.result).toMatchObject({ ...LIMITS, used_clicks: 0, has_password: true })
  expect(await stateOf(made.body.result)).toMatchObject([
    { passwordHash: (await stateOf(link))[0]?.passwordHash },
  ])
})
