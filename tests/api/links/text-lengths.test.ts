import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBrandChannel, createChatter } from '#support/server/chatting.ts'
import { addLink, editLink, linkPath } from '#support/server/links.ts'
import { OWN_PAGE, pagePath, PAGES } from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
  ana = await signUp(server)
})
afterAll(() => server.stop())

const FAMILY = '👨‍👩‍👧‍👦'
const COUPLE = '👩🏽‍❤️‍💋‍👨🏿'
const MARKED = `a${'\u0301'.repeat(10_000)}`
const TOO_MANY_MARKS = 'This has too many marks on its characters. Type it without them.'

type Save = (text: string) => Promise<{ status: number; body: unknown }>

const sent = async (method: string, path: string, body: object) => {
  const answer = await ana.send(method, path, body)
  return { status: answer.status, body: await answer.json() }
}

/** Returns a function for each text with a limit that a person sees. */
async function saves(): Promise<Record<string, { field: string; max: number; save: Save }>> {
  const link = await addLink(ana)
  const chat = await createChatter(server, ana)
  const { channel } = await addBrandChannel(server, chat)
  const slug = `ana-${crypto.randomUUID().slice(0, 8)}`
  await ana.send('POST', PAGES, { slug, title: 'Ana' })
  const page = (await (await ana.send('GET', OWN_PAGE)).json()) as { id: number }
  const profile = { first_name: 'Ana', last_name: 'Example', contact_email: 'ana@ana.example' }
  const collection = '/v2/my/collections/regular/'
  return {
    link: { field: 'name', max: 300, save: (name) => editLink(ana, link, { name }) },
    tag: { field: 'tags', max: 50, save: (tag) => editLink(ana, link, { tags: [tag] }) },
    collection: { field: 'name', max: 120, save: (name) => sent('POST', collection, { name }) },
    'page title': {
      field: 'title',
      max: 80,
      save: (title) => sent('PATCH', pagePath(page), { title }),
    },
    bio: {
      field: 'description',
      max: 300,
      save: (description) => sent('PATCH', pagePath(page), { description }),
    },
    person: {
      field: 'first_name',
      max: 100,
      save: (first_name) =>
        sent('PUT', '/v2/my/profile/public/update_profile/', { ...profile, first_name }),
    },
    message: {
      field: 'text',
      max: 4000,
      save: async (text) => {
        const answer = await chat.post(`/channels/${channel}/messages`, { text })
        return { status: answer.status, body: await answer.json() }
      },
    },
  }
}

test('limits count characters as people see them, and unlimited marks are refused', async () => {
  for (const [name, { field, max, save }] of Object.entries(await saves())) {
    const fits = await save(FAMILY.repeat(max))
    expect([name, fits.status]).toEqual([name, expect.toBeOneOf([200, 201])])
    const errors = (message: string) => ({
      status: 400,
      body: { errors: { [field]: [message] } },
    })
    expect(await save(FAMILY.repeat(max + 1)), name).toEqual(
      errors(`Keep this under ${max} characters.`),
    )
    expect(await save(MARKED), name).toEqual(errors(TOO_MANY_MARKS))
  }
})

test('a tag of the longest emoji fits into the index of the database', async () => {
  const link = await addLink(ana)
  const tag = COUPLE.repeat(50)
  expect((await editLink(ana, link, { tags: [tag] })).status).toBe(200)
  const { tags } = (await (await ana.send('GET', linkPath(link))).json()) as { tags: string[] }
  expect(tags).toEqual([tag])
})

test('a collection name of the longest emoji is kept whole, and then counts as taken', async () => {
  const name = Array.from(
    { length: 60 },
    (_, at) => COUPLE + String.fromCodePoint(0x4e00 + at),
  ).join('')
  const collections = '/v2/my/collections/regular/'
  const answer = await sent('POST', collections, { name })
  expect(answer).toMatchObject({ status: 201, body: { name } })
  expect((await sent('POST', collections, { name })).status).toBe(400)
})
