import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import { addKey } from '#support/server/api-keys.ts'
import { startConversation, type Conversation } from '#support/server/chatting.ts'
import { connectAssistant, type Assistant } from '#support/server/mcp.ts'
import { addShop, type Shop } from '#support/server/money/conversions.ts'
import { balanceOf, confirm, earn } from '#support/server/money/wallet.ts'
import { startTestServer } from '#support/server/test-app.ts'
import * as schema from '../../../../server/platform/db/schema.ts'
import { INJECTIONS, type Injection, type Place } from './injections.ts'

const server = await startTestServer({ listen: true })
const { db } = server.deps
const { ana, brand }: Conversation = await startConversation(server)

let assistant: Assistant
let shop: Shop
let link: string
let collection: string
let section: number
let page: number
beforeAll(async () => {
  await confirm(server, ana)
  shop = await addShop(server)
  await earn(server, shop, ana, 40)
  await use()
  const made = async (path: string, body: object) =>
    (await (await ana.send('POST', `/v2/my/${path}/`, body)).json()) as {
      id: number
      uuid: string
      result: { uuid: string }
    }
  link = (await made('links', { url: 'http://127.0.0.1:9/lamp' })).result.uuid
  collection = (await made('collections/regular', { name: 'Lamps' })).uuid
  page = (await made('pages', { slug: `p${ana.uuid.slice(0, 12)}`, title: 'Ana' })).id
  section = (await made('sections', { type: 'text', text: 'Hello', is_visible: false })).id
})

/** Connects the assistant with a new key, because each key has a limit of calls. */
async function use() {
  await db.delete(schema.apiKeys).where(eq(schema.apiKeys.userId, ana.uuid))
  assistant = await connectAssistant(server, (await addKey(ana)).key)
}

const edit = (path: string, body: object) => ana.send('PATCH', `/v2/my/${path}/`, body)

/** Writes a text of a stranger into each place. */
const WRITERS: Record<Place, (text: string) => Promise<unknown>> = {
  'link name': (text) => edit(`links/${link}`, { name: text }),
  tag: (text) => edit(`links/${link}`, { tags: [text] }),
  'collection name': (text) => edit(`collections/regular/${collection}`, { name: text }),
  'section title': (text) => edit(`sections/${section}`, { title: text }),
  'section text': (text) => edit(`sections/${section}`, { text }),
  'page title': (text) => edit(`pages/${page}`, { title: text }),
  'page text': (text) => edit(`pages/${page}`, { description: text }),
  'chat message': (text) => brand.says(text),
  'brand name': (text) =>
    db.update(schema.brands).set({ name: text }).where(eq(schema.brands.id, shop.id)),
}

/** All texts in rounds, in each of which a place occurs at most once. */
const ROUNDS: Injection[][] = []
for (const injection of INJECTIONS) {
  const round = ROUNDS.find((one) => one.every(({ place }) => place !== injection.place))
  if (round) round.push(injection)
  else ROUNDS.push([injection])
}

/** Returns the account's money, access, keys and connections. */
async function sensitive() {
  const { sessions, apiKeys, appGrants, wallets, redemptions, phones, chatChannels } = schema
  const [user] = await db.select().from(schema.users).where(eq(schema.users.id, ana.uuid))
  return {
    access: { email: user?.email, password: user?.passwordHash },
    phones: await db.select().from(phones).where(eq(phones.userId, ana.uuid)),
    sessions: (
      await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, ana.uuid))
    ).length,
    keys: await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, ana.uuid)),
    apps: await db.select().from(appGrants).where(eq(appGrants.userId, ana.uuid)),
    wallet: await db.select().from(wallets).where(eq(wallets.userId, ana.uuid)),
    redemptions: await db.select().from(redemptions).where(eq(redemptions.userId, ana.uuid)),
    chats: await db.select().from(chatChannels).where(eq(chatChannels.userId, ana.uuid)),
    balance: await balanceOf(ana),
    links:
      (await db.select().from(schema.links).where(eq(schema.links.userId, ana.uuid))).length > 0,
  }
}

/**
 * Calls each tool that takes a text with this one wherever a text fits, and expects that no answer
 * repeats it as the server's own words.
 */
async function writeInAllTools(text: string) {
  for (const { name, inputSchema } of assistant.tools) {
    const args = argumentsFor(name, inputSchema, text)
    if (!JSON.stringify(args).includes(JSON.stringify(text))) continue
    const { structured, text: read, isError } = await assistant.call(name, args)
    const { untrusted_data: _, ...outside } = structured ?? {}
    expect([name, !isError && JSON.stringify(outside).includes(text)]).toEqual([name, false])
    // The assistant reads the structured answer and nothing else.
    expect([name, isError || read === JSON.stringify(structured)]).toEqual([name, true])
  }
}

/** Returns what all tools that only read answer, in the server's own words and as untrusted data. */
async function readWithAllTools() {
  const answers = { own: '', untrusted: '' }
  for (const { name, annotations, inputSchema } of assistant.tools) {
    if (!annotations?.readOnlyHint) continue
    // Without a text to search for, so that only stored texts can come back.
    const { q: _, tags: __, ...args } = argumentsFor(name, inputSchema, 'x')
    const { structured } = await assistant.call(name, args)
    const { untrusted_data: untrusted, ...own } = structured ?? {}
    answers.own += JSON.stringify(own)
    answers.untrusted += JSON.stringify(untrusted ?? null)
  }
  return answers
}

type InputSchema = Assistant['tools'][number]['inputSchema']

function argumentsFor(name: string, { properties = {} }: InputSchema, text: string) {
  const ids: Record<string, unknown> = {
    uuid: /ollection/.test(name) ? collection : link,
    id: name === 'updatePage' ? page : section,
    uuids: name === 'orderCollections' ? [collection] : [link],
    ids: [section],
    year: 2026,
    external_id: text,
    url: 'http://127.0.0.1:9/lamp',
    links: name === 'createLinks' ? [{ url: 'http://127.0.0.1:9/lamp', name: text }] : undefined,
    mode: 'add',
    rule: { tags: [text], match: 'any', ordering: '-created', limit: 10 },
    type: name === 'createSection' ? 'text' : undefined,
    tags: [text],
    approval_id: text,
  }
  const texts = new Set(['name', 'title', 'text', 'description', 'q', 'account_url'])
  return Object.fromEntries(
    Object.keys(properties)
      .map((field) => [field, texts.has(field) ? text : ids[field]] as const)
      .filter(([, value]) => value !== undefined),
  )
}

describe('a text of a third party', () => {
  test('is one of at least 60 in the table', () => {
    expect(INJECTIONS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(INJECTIONS.map(({ text }) => text)).size).toBe(INJECTIONS.length)
  })

  test.each(ROUNDS)('changes nothing where it is stored, round %#', async (...round) => {
    await use()
    for (const { place, text } of round) await WRITERS[place](text)
    const before = await sensitive()

    const { own, untrusted } = await readWithAllTools()
    for (const { place, text } of round) {
      expect([text, own.includes(text)]).toEqual([text, false])
      // Chats are not readable at all. All other texts come back, marked as untrusted.
      const isRead = untrusted.includes(JSON.stringify(text).slice(1, -1))
      expect([text, isRead]).toEqual([text, place !== 'chat message'])
    }

    expect(await sensitive()).toEqual(before)
    for (const { text } of round) expect(JSON.stringify(assistant.tools)).not.toContain(text)
  })

  test.each(INJECTIONS)('that says "$text" changes nothing as an argument', async ({ text }) => {
    await use()
    const before = await sensitive()
    await writeInAllTools(text)
    expect(await sensitive()).toEqual(before)
  })

  test.each(INJECTIONS)('that says "$text" finds no tool for what it wants', ({ wants }) => {
    const names = assistant.tools.map(({ name }) => name)
    expect(names.filter((name) => wants.test(name))).toEqual([])
    const publicNames = new Set(PUBLIC_CALLS.map(({ name }) => name))
    expect(names.filter((name) => !publicNames.has(name))).toEqual([])
  })
})
