import { sql } from 'drizzle-orm'
import type { LinkProblem } from '#contract/links/short-link.ts'
import type { InAppName } from '#contract/links/in-app.ts'
import type { Tx } from '../../platform/db/client.ts'
import { activityItems, type ActivityDetails } from '../../platform/db/schema.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { queuedDeliveries } from './deliveries.ts'
import { queuedMails } from './activity-letters.ts'
import { ACTIVITY_KINDS, type ActivityKind } from './activity-kinds.ts'

type News = {
  userId: string
  kind: ActivityKind
  /** Unique id of the event, per user and kind. A second item with the same cause is ignored. */
  cause: string
  linkId?: string
  details: ActivityDetails
}

type OwnedLink = { id: string; userId: string; name: string }
type OwnedPage = { id: number; userId: string; title: string }
/** Facts of a block, the rule that was broken, and the address for objections. */
export type BlockFacts = { why: string; rule: string; contact: string }

/*
 * Activity items. Each function takes the transaction of the event, so that the item is stored if
 * and only if the event is. The same cause creates only one item.
 */

/** Tells owners that links reached 1, 10, 100, 1,000 and so on clicks. */
export const notifyClicks = (tx: Tx, links: (OwnedLink & { clicks: number })[]) =>
  addItems(
    tx,
    links.map(({ clicks, ...link }) =>
      linkItem(clicks === 1 ? 'first-click' : 'clicks', link, String(clicks), { clicks }),
    ),
  )

/**
 * Tells a user that an export is ready. `name` begins the sentence, for example "The export of your
 * links".
 */
export const notifyExportReady = (
  tx: Tx,
  file: { userId: string; id: number | string; name: string; rows?: number },
) =>
  addItems(tx, [
    {
      userId: file.userId,
      kind: 'export-ready',
      cause: String(file.id),
      details: { subject: file.name, ...(file.rows !== undefined && { rows: file.rows }) },
    },
  ])

/** Tells the owner that a link's target page has had a problem since that time. */
export const notifyHealth = (tx: Tx, link: OwnedLink, problem: LinkProblem, since: Date) =>
  addItems(tx, [linkItem(`link-${problem}`, link, since.toISOString(), {})])

/** Tells the owner that a link no longer leads visitors out of an app. */
export const notifyAppStopped = (tx: Tx, link: OwnedLink, app: InAppName) =>
  addItems(tx, [linkItem('app-stopped', link, app, { app })])

/** Tells the owner that the operator blocked a link. */
export const notifyBlocked = (tx: Tx, link: OwnedLink, since: Date, block: BlockFacts) =>
  addItems(tx, [linkItem('link-blocked', link, since.toISOString(), block)])

/** Tells the owner that a link is no longer blocked. `since` is the time of the block. */
export const notifyUnblocked = (tx: Tx, link: OwnedLink, since: Date) =>
  addItems(tx, [linkItem('link-unblocked', link, since.toISOString(), {})])

/** Tells the owner that the operator blocked a page. */
export const notifyPageBlocked = (tx: Tx, page: OwnedPage, since: Date, block: BlockFacts) =>
  addItems(tx, [pageItem('page-blocked', page, since, block)])

/** Tells the owner that a page is no longer blocked. `since` is the time of the block. */
export const notifyPageUnblocked = (tx: Tx, page: OwnedPage, since: Date) =>
  addItems(tx, [pageItem('page-unblocked', page, since, {})])

/** Tells a user that the operator paused, blocked or released their account. */
export const notifyAccount = (
  tx: Tx,
  userId: string,
  kind: 'account-paused' | 'account-blocked' | 'account-released',
  since: Date,
  block: Partial<BlockFacts>,
) =>
  addItems(tx, [
    { userId, kind, cause: since.toISOString(), details: { subject: 'Your account', ...block } },
  ])

/**
 * Commission rates in percent before and after a change. `from` (the day) and `sales` (the kind of
 * sales) are texts for display.
 */
type AnnouncedRate = {
  brandId: string
  name: string
  before: number
  after: number
  from: string
  sales?: string
}

/** Tells users that a brand will lower its rate, or that an announced rate will not start. */
export const notifyRate = (
  tx: Tx,
  kind: 'rate-cut' | 'rate-kept',
  userIds: string[],
  { brandId, name, ...rate }: AnnouncedRate & { cause: string },
) => {
  const { cause, ...details } = rate
  const about = { kind, cause: `${brandId}:${cause}`, details: { subject: name, ...details } }
  return addItems(
    tx,
    userIds.map((userId) => ({ userId, ...about })),
  )
}

/** Tells the owner that a webhook was disabled because of its receiver. */
export const notifyWebhookDisabled = (
  tx: Tx,
  webhook: { id: number; userId: string; url: string; reason: 'failed' | 'gone'; since: Date },
) =>
  addItems(tx, [
    {
      userId: webhook.userId,
      kind: `webhook-${webhook.reason}`,
      cause: `${webhook.id}:${webhook.since.toISOString()}`,
      details: { subject: new URL(webhook.url).host, entry: webhook.id },
    },
  ])

const pageItem = (
  kind: ActivityKind,
  { id, userId, title }: OwnedPage,
  since: Date,
  details: ActivityDetails,
): News => ({
  userId,
  kind,
  cause: `${id}:${since.toISOString()}`,
  details: { subject: title, ...details },
})

/**
 * Tells the owner that the target page of a new link could not be read. All failures of a day share
 * one item, because an import can cause hundreds.
 */
export async function notifyExtractionFailed(
  tx: Tx,
  link: OwnedLink,
  isUnreached: boolean,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const row = toRow(
    linkItem('extraction-failed', link, day, isUnreached ? { unreached: true } : {}, true),
  )
  await tx
    .insert(activityItems)
    .values(row)
    .onConflictDoUpdate({
      target: [activityItems.userId, activityItems.cause],
      set: {
        details: sql`excluded.details || jsonb_build_object('more',
          ${activityItems.details} @> '{"more":true}' or
          ${activityItems.linkId} is distinct from excluded.link_id)
          || case when ${activityItems.details} @> '{"unreached":true}'
            and ${activityItems.linkId} is distinct from excluded.link_id
            then '{"unreached":true}'::jsonb else '{}' end`,
        linkId: link.id,
        createdAt: sql`now()`,
        readAt: null,
      },
    })
}

/** Returns an item about a link. Optionally, all links share one item per kind and cause. */
function linkItem(
  kind: ActivityKind,
  { id, userId, name }: OwnedLink,
  cause: string,
  details: ActivityDetails,
  isShared = false,
): News {
  return {
    userId,
    kind,
    linkId: id,
    cause: isShared ? cause : `${id}:${cause}`,
    details: { subject: name, ...details },
  }
}

/**
 * Stores items and queues their mails and push messages in one statement. Mails are queued before
 * the items get their ids, for the reason given in activity-letters.ts.
 */
export async function addItems(tx: Tx, news: News[]): Promise<void> {
  if (news.length === 0) return
  await tx.named('tell')`with ${addItemsSql(newsRows(news))} select ${DELIVERY_COUNT}`
}

/** Returns the items as rows of a SQL statement. */
export const newsRows = (news: News[]): SqlPart => part`
  select * from jsonb_to_recordset(${JSON.stringify(news.map(toNewsRow))}::jsonb) as news (place int,
    user_id uuid, kind text, "group" text, cause text, link_id uuid, details jsonb, topic text, mail boolean)`

/**
 * Returns the part of a SQL statement that stores items. The statement must select the count below
 * at its end, or PostgreSQL skips the push messages.
 */
export const addItemsSql = (news: SqlPart): SqlPart => part`
    news as (${news}),
    ${queuedMails},
    listed as (
      insert into activity_items (user_id, kind, "group", cause, link_id, details)
      select user_id, kind, "group", cause, link_id, details from news
      where (select count(*) from letters) >= 0 order by place
      on conflict do nothing
      returning id, user_id, cause
    ),
    told as (select id, user_id, topic from listed join news using (user_id, cause)),
    ${queuedDeliveries}`

export const DELIVERY_COUNT = part`(select count(*) from deliveries)`

function toNewsRow(news: News, place: number) {
  const { userId, group, linkId = null, ...row } = toRow(news)
  const { push, mail = false } = ACTIVITY_KINDS[news.kind]
  const topic = push?.topic(linkId) ?? null
  return { ...row, place, user_id: userId, group, link_id: linkId, topic, mail }
}

const toRow = ({ kind, cause, ...news }: News) => ({
  ...news,
  kind,
  group: ACTIVITY_KINDS[kind].group,
  cause: `${kind}:${cause}`,
})
