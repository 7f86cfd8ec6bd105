import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import type { Click } from '../../../../server/redirect/clicks/events.ts'
import { nextChange } from '../../../../server/platform/db/changes.ts'
import {
  brands,
  clickEvents,
  linkClicks,
  links,
  users,
} from '../../../../server/platform/db/schema.ts'
import { invalidateLink } from '../../../../server/links/invalidate.ts'
import type { TestServer } from '../test-app.ts'

export type LinkFields = Partial<typeof links.$inferInsert>
export type StoredLink = typeof links.$inferSelect

/** User agent of a phone's browser. Clicks without one are counted as bots. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

/** User agent of a bot. */
export const BOT = 'Googlebot/2.1'

export async function addOwner({ deps }: Pick<TestServer, 'deps'>): Promise<string> {
  const email = `${randomUUID()}@people.example`
  const [user] = await deps.db.insert(users).values({ email, passwordHash: 'none' }).returning()
  if (!user) throw new Error('no user')
  return user.id
}

export const newCode = () => `t${randomBytes(5).toString('hex')}`

/** Creates a link without reading its target page. */
export async function addLink(
  server: Pick<TestServer, 'deps'>,
  fields: LinkFields = {},
): Promise<StoredLink> {
  const userId = fields.userId ?? (await addOwner(server))
  const shortCode = fields.shortCode ?? newCode()
  const url = fields.url ?? `http://shop.example/${shortCode}`
  return server.deps.db.transaction(async (tx) => {
    const values = { name: shortCode, host: 'shop.example', ...fields, userId, shortCode, url }
    const [link] = await tx.insert(links).values(values).returning()
    if (!link) throw new Error('no link')
    await invalidateLink(tx, link)
    return link
  })
}

export async function editLink({ deps }: TestServer, link: StoredLink, changes: LinkFields) {
  await deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, link.userId)
    await tx
      .update(links)
      .set({ ...changes, changeSeq })
      .where(eq(links.id, link.id))
    await invalidateLink(tx, link)
  })
}

export async function addBrand({ deps }: TestServer, clickParam: string): Promise<string> {
  const [brand] = await deps.db.insert(brands).values({ name: 'Shop', clickParam }).returning()
  if (!brand) throw new Error('no brand')
  return brand.id
}

export type Counts = {
  human: number
  unique: number
  bot: number
  preview: number
  duplicate: number
  own: number
}

/** Returns the link's counters after all recorded clicks were written. */
export async function countsOf({ deps }: TestServer, link: StoredLink): Promise<Counts> {
  await deps.clicks.settle()
  const { human, unique, bot, preview, duplicate, own } = linkClicks
  const [row] = await deps.db
    .select({ human, unique, bot, preview, duplicate, own })
    .from(linkClicks)
    .where(eq(linkClicks.linkId, link.id))
  return row ?? noClicks
}

export const noClicks: Counts = { human: 0, unique: 0, bot: 0, preview: 0, duplicate: 0, own: 0 }

export async function eventsOf({ deps }: TestServer, link: StoredLink) {
  await deps.clicks.settle()
  return deps.db
    .select()
    .from(clickEvents)
    .where(eq(clickEvents.linkId, link.id))
    .orderBy(sql`at, id`)
}

/** Returns a click as the redirect records it. */
export const clickOn = (
  link: Pick<StoredLink, 'id' | 'userId'>,
  changes: Partial<Click> = {},
): Click => ({
  link: { linkId: link.id, userId: link.userId, brandId: null },
  id: null,
  at: Date.now(),
  isHead: false,
  remote: '203.0.113.1',
  forwardedFor: '',
  userAgent: PHONE,
  referrer: '',
  widget: '',
  purpose: '',
  facets: '',
  ...changes,
})

/** Records clicks of a bot until the queue is full. Returns their number. */
export function fillQueue({ deps: { clicks } }: Pick<TestServer, 'deps'>, link: StoredLink) {
  let recorded = 0
  for (; !clicks.isFull; recorded += 1) clicks.record(clickOn(link, { userAgent: BOT }))
  return recorded
}

type Visit = {
  method?: string
  headers?: Record<string, string>
  host?: string
  form?: Record<string, string>
}
type VisitResponse = {
  status: number
  location: string | undefined
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** Sends a request unchanged. `fetch` would normalize the path and refuse some headers. */
export function visit(server: TestServer, path: string, visit: Visit = {}): Promise<VisitResponse> {
  const { hostname, port } = new URL(server.origin ?? '')
  const { method = 'GET', headers = {}, form } = visit
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        headers: { 'User-Agent': PHONE, ...headers, ...(visit.host && { Host: visit.host }) },
      },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (body += chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location,
            headers: answer.headers,
            body,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(form && new URLSearchParams(form).toString())
  })
}
