import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { webhookClicks } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Jobs } from '../../platform/jobs/job-types.ts'

/** Minimum number of seconds between two events of a webhook about clicks. */
const INTERVAL_SECONDS = 10
/** Maximum number of links in one event. */
const LINKS_PER_EVENT = 100

/** Starts reporting clicks to a webhook. Earlier clicks are not reported. */
export async function startCounting(tx: Tx, jobs: Jobs, webhookId: number): Promise<void> {
  await tx.delete(webhookClicks).where(eq(webhookClicks.webhookId, webhookId))
  await tx.execute(sql`
    insert into webhook_clicks (webhook_id, link_id, clicks)
    select webhooks.id, link_id, "unique" + human from webhooks join link_clicks using (user_id)
    where webhooks.id = ${webhookId}`)
  await queueNext(tx, jobs)
}

const queueNext = (tx: Tx, jobs: Jobs) =>
  jobs.add(
    tx,
    'webhook-clicks',
    {},
    {
      key: 'webhook-clicks',
      queue: 'webhook-clicks',
      runAt: new Date(Date.now() + INTERVAL_SECONDS * 1000),
    },
  )

/**
 * Compares the click sums of links with those that were reported, and reports the differences. Runs
 * every ten seconds while a webhook subscribes to clicks. Sums are compared, so no click is lost
 * and the counting of clicks does not know about webhooks.
 */
export const webhookClickJob: JobHandler<'webhook-clicks'> = async ({ db, jobs }) => {
  await db.transaction(async (tx) => {
    const subscribed = await tx.named('webhook-clicks-subscribed')<{ id: number; due: boolean }[]>`
      select id, coalesce(clicks_reported_at <= now() - make_interval(secs => ${INTERVAL_SECONDS}::int),
        true) as due
      from webhooks where disabled_at is null and user_id is not null
        and 'clicks.counted' = any(events)
      order by id for update`
    if (subscribed.length === 0) return
    const due = subscribed.flatMap((one) => (one.due ? [one.id] : []))
    const [told] = await tx.named('webhook-clicks-report')<{ events: number }[]>`
      with sums as (
        select webhooks.id as webhook_id, webhooks.user_id, link_id, "unique" + human as clicks
        from webhooks join link_clicks using (user_id) where webhooks.id = any(${due}::int[])
      ), grown as (
        select webhook_id, user_id, link_id, sums.clicks,
          sums.clicks - coalesce(told.clicks, 0) as added,
          (row_number() over (partition by webhook_id order by link_id) - 1)
            / ${LINKS_PER_EVENT}::int as lot
        from sums left join webhook_clicks as told using (webhook_id, link_id)
        where sums.clicks > coalesce(told.clicks, 0)
      ), marked as (
        insert into webhook_clicks (webhook_id, link_id, clicks)
        select webhook_id, link_id, clicks from grown
        on conflict (webhook_id, link_id) do update set clicks = excluded.clicks
      ), timed as (
        update webhooks set clicks_reported_at = now()
        where id in (select webhook_id from grown)
      ), events as (
        insert into webhook_deliveries (webhook_id, event, object_id, facts)
        select webhook_id, 'clicks.counted', user_id::text, jsonb_build_object('links',
          jsonb_agg(jsonb_build_object('uuid', link_id, 'clicks', clicks, 'new_clicks', added)))
        from grown group by webhook_id, user_id, lot returning id
      )
      select count(*)::int as events from events`
    if ((told?.events ?? 0) > 0) await jobs.add(tx, 'webhooks', {})
    await queueNext(tx, jobs)
  })
}
