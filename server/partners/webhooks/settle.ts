import { TEST_EVENT } from '#contract/developers/webhooks.ts'
import type { Deps } from '../../env.ts'
import type { Outcome } from './attempt.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { disableWebhook } from './disable-webhook.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds before each retry: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, then daily for five days. */
export const RETRY_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  ...Array<number>(5).fill(DAY),
]

const GONE = 410

type Attempted = { delivery: DueDelivery; outcome: Outcome }

/**
 * Stores the results of attempts, plans retries, and disables the webhook after the last retry or
 * status 410.
 */
export async function settle(
  deps: Pick<Deps, 'db' | 'jobs'>,
  webhookId: number,
  attempted: Attempted[],
): Promise<void> {
  if (attempted.length === 0) return
  await deps.db.transaction(async (tx) => {
    const rows = attempted.map(toRow)
    // A webhook that was stopped meanwhile gets no retries.
    await tx.named('webhook-settle')`
      with results as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as result (id bigint,
          problem text, retry_seconds int, duration_ms int, request_body text,
          response_status smallint, response_type text, response_body text)
      ), active as (
        select disabled_at is null as may_retry from webhooks where id = ${webhookId}::int
      ), settled as (
        update webhook_deliveries as delivery set
          status = case when result.problem is null then 'delivered'
            when result.retry_seconds is null or not may_retry then 'failed'
            else 'waiting' end,
          due_at = case when may_retry then now() + make_interval(secs => result.retry_seconds) end,
          attempts = attempts + 1, attempted_at = now(),
          problem = result.problem, duration_ms = result.duration_ms,
          request_body = result.request_body, response_status = result.response_status,
          response_type = result.response_type, response_body = result.response_body
        from results as result, active where delivery.id = result.id
        returning delivery.id
      )
      update webhooks set last_delivery_id = (select max(id) from settled)
      where id = ${webhookId}::int and exists (select from settled)`
    if (attempted.some(({ outcome }) => outcome.responseStatus === GONE))
      await disableWebhook({ db: tx, jobs: deps.jobs }, webhookId, 'gone')
    else if (attempted.some(isLastRetry))
      await disableWebhook({ db: tx, jobs: deps.jobs }, webhookId, 'failed')
    const [soon = 0] = RETRY_SECONDS
    // Later retries are found by the schedule, which runs each minute.
    if (rows.some(({ retry_seconds }) => retry_seconds === soon))
      await deps.jobs.add(tx, 'webhooks', {}, { runAt: new Date(Date.now() + soon * 1000) })
  })
}

function toRow({ delivery, outcome }: Attempted) {
  const { id, problem, durationMs, requestBody, responseStatus, responseType, responseBody } =
    outcome
  const mayRetry = problem !== null && responseStatus !== GONE && delivery.event !== TEST_EVENT
  return {
    id,
    problem,
    retry_seconds: (mayRetry && RETRY_SECONDS[delivery.attempts]) || null,
    duration_ms: durationMs,
    request_body: requestBody,
    response_status: responseStatus,
    response_type: responseType,
    response_body: responseBody,
  }
}

/** Returns whether this was the last retry. Later attempts are made by hand. */
const isLastRetry = ({ delivery, outcome }: Attempted) =>
  outcome.problem !== null &&
  delivery.attempts === RETRY_SECONDS.length &&
  delivery.event !== TEST_EVENT
