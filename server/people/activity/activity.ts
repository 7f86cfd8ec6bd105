import { sql } from 'drizzle-orm'
import type { LinkProblem } from '#contract/links.ts'
import type { Tx } from '../../platform/db/client.ts'
import { activityItems, type ActivityDetails } from '../../platform/db/schema.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { queuedDeliveries } from './deliveries.ts'
import { queuedLetters } from './activity-letters.ts'
import { ACTIVITY_KINDS, type ActivityKind } from './activity-kinds.ts'

type News = {
  userId: string
  kind: ActivityKind
  /** Told once a person; the kind is part of it. */
  cause: string
  linkId?: string
  details: ActivityDetails
}

type TheirLink = { id: string; userId: string; name: string }
type TheirPage = { id: number; userId: string; title: string }
/** Of a block: the facts, the rule that they break, and where to object. */
export type BlockFacts = { why: string; rule: string; contact: string }

/*
 * What people are told of. Each takes the transaction in which the thing happened,
 * so that both are true or neither is, and tells the same cause once.
 */

/** A link passed one of 1, 10, 100, 1,000 and so on. */
export const notifyClicks = (tx: Tx, links: (TheirLink & { clicks: number })[]) =>
  tell(
    tx,
    links.map(({ clicks, ...link }) =>
      aboutLink(clicks === 1 ? 'first-click' : 'clicks', link, String(clicks), { clicks }),
    ),
  )

/** The file of an export can be fetched; `name` begins the sentence, as in "The export of your links". */
export const notifyExportReady = (
  tx: Tx,
  file: { userId: string; id: number | string; name: string; rows?: number },
) =>
  tell(tx, [
    {
      userId: file.userId,
      kind: 'export-ready',
      cause: String(file.id),
      details: { subject: file.name, ...(file.rows !== undefined && { rows: file.rows }) },
    },
  ])

/** Something is wrong with the page that a link leads to, since then. */
export const notifyHealth = (tx: Tx, link: TheirLink, problem: LinkProblem, since: Date) =>
  tell(tx, [aboutLink(`link-${problem}`, link, since.toISOString(), {})])

/** The operator stopped a link, for this reason. */
export const notifyBlocked = (tx: Tx, link: TheirLink, since: Date, block: BlockFacts) =>
  tell(tx, [aboutLink('link-blocked', link, since.toISOString(), block)])

/** A link that was blocked since then leads on. */
export const notifyUnblocked = (tx: Tx, link: TheirLink, since: Date) =>
  tell(tx, [aboutLink('link-unblocked', link, since.toISOString(), {})])

/** The operator took a page down, for this reason. */
export const notifyPageBlocked = (tx: Tx, page: TheirPage, since: Date, block: BlockFacts) =>
  tell(tx, [aboutPage('page-blocked', page, since, block)])

/** A page that was blocked since then is back. */
export const notifyPageUnblocked = (tx: Tx, page: TheirPage, since: Date) =>
  tell(tx, [aboutPage('page-unblocked', page, since, {})])

/** What a brand pays of a sale, before and after; the day and which sales are as people read them. */
type AnnouncedRate = {
  brandId: string
  name: string
  before: number
  after: number
  from: string
  sales?: string
}

/** A brand will pay these people less, or not less after all. */
export const notifyRate = (
  tx: Tx,
  kind: 'rate-cut' | 'rate-kept',
  userIds: string[],
  { brandId, name, ...rate }: AnnouncedRate & { cause: string },
) => {
  const { cause, ...details } = rate
  const about = { kind, cause: `${brandId}:${cause}`, details: { subject: name, ...details } }
  return tell(
    tx,
    userIds.map((userId) => ({ userId, ...about })),
  )
}

const aboutPage = (
  kind: ActivityKind,
  { id, userId, title }: TheirPage,
  since: Date,
  details: ActivityDetails,
): News => ({
  userId,
  kind,
  cause: `${id}:${since.toISOString()}`,
  details: { subject: title, ...details },
})

/**
 * The target page of a new link could not be read. One line a day, however many pages: an import
 * brings hundreds at once.
 */
export async function notifyExtractionFailed(tx: Tx, link: TheirLink): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const row = toRow(aboutLink('extraction-failed', link, day, {}, true))
  await tx
    .insert(activityItems)
    .values(row)
    .onConflictDoUpdate({
      target: [activityItems.userId, activityItems.cause],
      set: {
        details: sql`excluded.details || jsonb_build_object('more',
          ${activityItems.details} @> '{"more":true}' or
          ${activityItems.linkId} is distinct from excluded.link_id)`,
        linkId: link.id,
        createdAt: sql`now()`,
        readAt: null,
      },
    })
}

/** One line for several causes of one kind, or one for this link and cause. */
function aboutLink(
  kind: ActivityKind,
  { id, userId, name }: TheirLink,
  cause: string,
  details: ActivityDetails,
  shared = false,
): News {
  return {
    userId,
    kind,
    linkId: id,
    cause: shared ? cause : `${id}:${cause}`,
    details: { subject: name, ...details },
  }
}

/**
 * For those who write their own news, each in a file of this room. One statement: the lines, and what
 * goes out of those that are new. Letters are asked for before the lines get their ids.
 */
export async function tell(tx: Tx, news: News[]): Promise<void> {
  if (news.length === 0) return
  await tx.named('tell')`with ${telling(newsRows(news))} select ${TOLD}`
}

/** What is to be told, as rows of a statement. */
export const newsRows = (news: News[]): SqlPart => part`
  select * from jsonb_to_recordset(${JSON.stringify(news.map(toTold))}::jsonb) as news (place int,
    user_id uuid, kind text, "group" text, cause text, link_id uuid, details jsonb, topic text, mail boolean)`

/** A part of a larger statement, which has to select `TOLD` at its end: else nothing is sent. */
export const telling = (news: SqlPart): SqlPart => part`
    news as (${news}),
    ${queuedLetters},
    listed as (
      insert into activity_items (user_id, kind, "group", cause, link_id, details)
      select user_id, kind, "group", cause, link_id, details from news
      where (select count(*) from letters) >= 0 order by place
      on conflict do nothing
      returning id, user_id, cause
    ),
    told as (select id, user_id, topic from listed join news using (user_id, cause)),
    ${queuedDeliveries}`

export const TOLD = part`(select count(*) from deliveries)`

function toTold(news: News, place: number) {
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
