import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { BRAND_EVENTS } from '#contract/developers/webhooks.ts'
import { addConnector } from '../../../server/partners/connectors/connectors.ts'
import { addWebhook, listWebhooks } from '../../../server/partners/webhooks/webhooks.ts'
import { openChannelWithUser } from '../../../server/partners/chat/brand-side.ts'
import { chatChannels } from '../../../server/platform/db/schema.ts'
import { addToBrandDays } from '../../../server/redirect/analytics/add-to-brand-days.ts'
import { partnersOf } from '../../../server/partners/unmasking/names.ts'
import { eq } from 'drizzle-orm'
import { sendMessage } from '../../../server/partners/chat/send-message.ts'
import { selling, tell, type Shop } from './money/conversions.ts'
import { signUp, type Person } from './people.ts'
import type { TestServer } from './test-app.ts'
import { connectionsOf, invitationsOf, UNMASKING } from './unmasking.ts'

export type Creator = Person & {
  first: string
  last: string
  slug: string
  shortCode: string
  linkId: string
  /** Click of the visitor who bought. */
  clickId: string
  /** Creator's partner number at the shop. */
  partner: string
  channel: string
  /** Number of the missing sale that they reported. */
  sale: number
  /** Number of a webhook of the shop. */
  webhook: number
  /** Number of a discount code that the shop gave them. */
  code: number
}

/**
 * Creates a creator with a name and a page who sent the shop a visitor and an order, reported a
 * missing sale and wrote a message.
 */
export async function addCreator(server: TestServer, shop: Shop): Promise<Creator> {
  const person = await signUp(server)
  const { sql, db } = server.deps
  const webhook = await webhookOfShop(server, shop)
  await addConnector(db, shop.id, 'shopify')
  const tag = randomUUID().slice(0, 8)
  const [first, last, slug] = [`Fiona${tag}`, `Lastling${tag}`, `page-${tag}`]
  await sql`update users set name_first = ${first}, name_last = ${last} where id = ${person.uuid}`
  await sql`insert into pages (user_id, slug, title, is_published)
    values (${person.uuid}, ${slug}, ${`${first} ${last}`}, true)`
  const { clickId, link } = await selling(server, shop, person)
  // The link's name identifies the creator, because creators choose it.
  await sql`update links set name = ${`The lamp of ${first}`} where id = ${link.id}`
  const day = Math.floor(Date.now() / 86_400_000)
  const visit = { brandId: shop.id, userId: person.uuid, linkId: link.id, day }
  await sql.begin((tx) => addToBrandDays(tx, [{ ...visit, human: 1, unique: 2 }]))
  await tell(server, shop, { click_id: clickId, order_id: randomUUID(), amount: '80.00' })
  const missed = await person.send('POST', '/v1/bank/missing_sales/', {
    day: new Date().toISOString().slice(0, 10),
    shop: shop.name,
    order_number: `M-${tag}`,
    note: `I am ${first} ${last}`,
  })
  const { id: sale } = ((await missed.json()) as { result: { id: number } }).result
  const channel = await openChannelWithUser(db, { organizationId: shop.id, userId: person.uuid })
  const where = eq(chatChannels.id, channel)
  await sendMessage(db, {
    side: 'person',
    where,
    text: 'Is there a rate for gifts?',
    upload: null,
    key: null,
  })
  const partner = (await partnersOf(db, shop.id, [person.uuid])).get(person.uuid)?.id ?? ''
  const [code] = await sql<{ id: number }[]>`
    insert into discount_codes (brand_id, user_id, code)
    values (${shop.id}, ${person.uuid}, ${`CODE-${tag}`}) returning id`
  const { id: linkId, shortCode } = link
  return {
    ...person,
    first,
    last,
    slug,
    shortCode,
    linkId,
    clickId,
    partner,
    channel,
    sale,
    webhook,
    code: code?.id ?? 0,
  }
}

/** Returns a webhook of the shop for all events, and creates it if there is none. */
async function webhookOfShop({ deps }: TestServer, shop: Shop): Promise<number> {
  const owner = { brandId: shop.id }
  const [known] = (await listWebhooks(deps.db, owner)).results
  const request = { url: 'https://hooks.example/split', events: [...BRAND_EVENTS] }
  return (known ?? (await addWebhook(deps, owner, request))).id
}

/** Returns all texts that identify the creator. */
export const identifyingTexts = ({
  first,
  last,
  slug,
  email,
  uuid,
  shortCode,
  linkId,
}: Creator) => [first, last, slug, email, uuid, shortCode, linkId]

const invitationOf = async (creator: Creator) => {
  const [invitation] = (await invitationsOf(creator)).results
  return invitation?.id ?? 0
}

/** Accepts the invitation as the app does. Each request must succeed. */
export async function accept(creator: Creator) {
  const path = `${UNMASKING}invitations/${await invitationOf(creator)}/accept/`
  expect((await creator.send('PUT', path)).status).toBe(200)
}

export async function ignore(creator: Creator) {
  const path = `${UNMASKING}invitations/${await invitationOf(creator)}/ignore/`
  expect((await creator.send('PUT', path)).status).toBe(200)
}

export async function remove(creator: Creator) {
  const [connection] = (await connectionsOf(creator)).results
  const path = `${UNMASKING}connections/${connection?.id}/`
  expect((await creator.send('DELETE', path)).status).toBe(204)
}

/** Returns everything about the creator that the brand desk could have changed. */
export const deskChanges = ({ deps }: TestServer, { uuid }: Creator) => deps.sql`
  select (select count(*)::int from unmasking_invitations where user_id = ${uuid}) as asked,
    (select count(*)::int from unmasking_invitations
      where user_id = ${uuid} and withdrawn_at is not null) as taken_back,
    (select count(*)::int from chat_messages join chat_channels on chat_channels.id = channel_id
      where user_id = ${uuid}) as said,
    (select max(other_read) from chat_channels where user_id = ${uuid}) as read,
    (select max(state) from missing_sales where user_id = ${uuid}) as missing,
    (select count(*)::int from conversions where user_id = ${uuid}) as orders,
    (select count(*)::int from chat_reports) as reports`
