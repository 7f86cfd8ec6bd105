import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { shortenText } from '#contract/text/graphemes.ts'
import type { Db } from '../../platform/db/client.ts'
import { activityItems, activityLetters, links, users } from '../../platform/db/schema.ts'
import { part } from '../../platform/db/sql.ts'
import type { Deps } from '../../env.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { withDefaults } from '../profile/settings.ts'
import { kindOf } from './activity-kinds.ts'
import { textOf } from './activity-presenter.ts'
import { unsubscribeKey } from './unsubscribe.ts'

/** Minimum hours between two activity mails to one user. Later items wait for the next mail. */
const MIN_HOURS_BETWEEN_MAILS = 1
/** Maximum number of items in a mail. The list in the app shows all of them. */
const MAX_NAMED_ITEMS = 20
const MAX_READ_ITEMS = 500

/**
 * Part of the SQL statement that stores activity items: queues a mail per user, now or one hour
 * after the previous one. Only users with a confirmed address and mail switched on get one.
 * Queuing locks the user's job until the commit, and always in the order of user ids. The items are
 * inserted afterwards, so per user their ids follow the order of the commits. No item can then
 * appear with an id below the last one that was mailed.
 */
export const queuedMails = part`
  addressees as (
    select distinct users.id, sent_at + make_interval(hours => ${MIN_HOURS_BETWEEN_MAILS}::int) as next_at
    from news join users on users.id = news.user_id
    left join activity_letters on activity_letters.user_id = users.id
    where news.mail and email_confirmed_at is not null
      and coalesce((notifications ->> 'email')::boolean, true)
    order by users.id
  ),
  letters as materialized (
    select graphile_worker.add_job('activity-mail', json_build_object('userId', id),
      queue_name := 'mail', run_at := greatest(now(), next_at),
      job_key := 'activity-mail:' || id, job_key_mode := 'preserve_run_at')
    from addressees
  )`

/** Sends one mail with all items since the previous mail that the user has not read in the app. */
export const activityMail: JobHandler<'activity-mail'> = async (deps, { userId }) => {
  // The outbox is a folder on the server that users cannot read.
  if (deps.mail.delivery === 'outbox') return
  const [user] = await deps.db
    .select({
      email: users.email,
      isConfirmed: isNotNull(users.emailConfirmedAt),
      wishes: users.notifications,
    })
    .from(users)
    .where(eq(users.id, userId))
  const settings = withDefaults(user?.wishes ?? {})
  if (!user?.isConfirmed || !settings.email) return
  if (await postponeIfTooSoon(deps, userId)) return
  const items = (await newItems(deps.db, userId)).filter(
    ({ item }) => kindOf(item.kind)?.mail && settings[item.group],
  )
  const [latest] = items
  if (!latest) return
  await deps.mail.send({ to: user.email, ...composeMail(deps, userId, items) })
  const sent = { lastItemId: latest.item.id, sentAt: new Date() }
  await deps.db
    .insert(activityLetters)
    .values({ userId, ...sent })
    .onConflictDoUpdate({ target: activityLetters.userId, set: sent })
}

/** Postpones the job if it was queued while the previous mail was being sent. */
async function postponeIfTooSoon({ db, jobs }: Deps, userId: string): Promise<boolean> {
  const [before] = await db
    .select({ sentAt: activityLetters.sentAt })
    .from(activityLetters)
    .where(eq(activityLetters.userId, userId))
  const runAt = new Date((before?.sentAt.getTime() ?? 0) + MIN_HOURS_BETWEEN_MAILS * 60 * 60 * 1000)
  if (runAt.getTime() <= Date.now()) return false
  await jobs.add(db, 'activity-mail', { userId }, { key: `activity-mail:${userId}`, runAt })
  return true
}

type NewItem = { item: typeof activityItems.$inferSelect; link: { name: string } | null }

const newItems = (db: Db, userId: string): Promise<NewItem[]> =>
  db
    .select({ item: activityItems, link: { name: links.name } })
    .from(activityItems)
    .leftJoin(links, eq(links.id, activityItems.linkId))
    .leftJoin(activityLetters, eq(activityLetters.userId, activityItems.userId))
    .where(
      and(
        eq(activityItems.userId, userId),
        isNull(activityItems.readAt),
        gt(activityItems.id, sql`coalesce(${activityLetters.lastItemId}, 0)`),
        gt(activityItems.createdAt, sql`now() - interval '1 day'`),
      ),
    )
    .orderBy(desc(activityItems.id))
    .limit(MAX_READ_ITEMS)

function composeMail({ config, secrets }: Deps, userId: string, items: NewItem[]) {
  const lines = items.map(itemText)
  const [only = ''] = lines
  const { item } = items[0]!
  const isOne = lines.length === 1
  const opens = isOne ? kindOf(item.kind)?.url(item.linkId, item.details) : undefined
  const left = lines.length - MAX_NAMED_ITEMS
  const blocks: Block[] = [
    ...lines.slice(0, MAX_NAMED_ITEMS),
    ...(left > 0 ? [`And ${left} more.`] : []),
    { action: `Open ${APP_NAME}`, href: `${config.appOrigin}${opens ?? '/?notifications'}` },
  ]
  return {
    subject: isOne ? shortened(only) : `${lines.length} new notifications on ${APP_NAME}`,
    blocks,
    unsubscribe: {
      why: 'You get this email because email is on in your notification settings.',
      action: 'Stop these emails',
      href: `${config.appOrigin}/mail/off/${unsubscribeKey(secrets, userId)}`,
    },
  }
}

function itemText(news: NewItem): string {
  const { subject, text } = textOf(news)
  return `${subject} ${text}`.trim()
}

const shortened = (text: string) => shortenText(text, 120)
