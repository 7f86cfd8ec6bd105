import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/**
 * Number of seconds after its time in which a link is not reported yet. A transaction that sets the
 * time has ended by then.
 */
const DELAY_SECONDS = 20

/**
 * Reports links whose time is over to webhooks that subscribe to it. A link that was used up before
 * has been reported already.
 */
export const webhookEndingJob: JobHandler<'webhook-endings'> = async ({ db, jobs }) => {
  await db.transaction(async (tx) => {
    // Waits for transactions that set a time in the past. The next statement sees their links.
    const subscribed = await tx.named('webhook-endings-subscribed')<{ id: number }[]>`
      select id from webhooks where disabled_at is null and user_id is not null
        and 'link.ended' = any(events)
      order by id for update`
    if (subscribed.length === 0) return
    const ids = subscribed.map(({ id }) => id)
    const [told] = await tx.named('webhook-endings-report')<{ events: number }[]>`
      with ended as (
        insert into webhook_deliveries (webhook_id, event, object_id, facts)
        select webhooks.id, 'link.ended', links.id,
          to_jsonb(links) - array['search_text', 'block_why', 'block_rule', 'change_seq']
            || '{"reason": "expired"}'
        from webhooks join links using (user_id)
        where webhooks.id = any(${ids}::int[]) and expires_at > endings_until
          and expires_at <= now() - make_interval(secs => ${DELAY_SECONDS}::int)
          and not is_used_up(links.id, max_clicks)
        returning 1
      ), timed as (
        update webhooks
        set endings_until = greatest(endings_until, now() - make_interval(secs => ${DELAY_SECONDS}::int))
        where id = any(${ids}::int[])
      )
      select count(*)::int as events from ended`
    if ((told?.events ?? 0) > 0) await jobs.add(tx, 'webhooks', {})
  })
}
