import type { Pool } from 'pg'
import type { Deps } from '../../env.ts'
import { labelled, single, type SampledMetric } from './samples.ts'

/** Returns what this process knows without asking the database or other processes. */
export function readProcessSamples(deps: Deps): SampledMetric[] {
  const { clicks, pool, chatStreams, maintenance, config } = deps
  const { counts, backgroundPool } = deps.metrics
  return [
    {
      ...labelled('split_info', 'Always 1. The label is the version.', 'version', {
        [config.version]: 1,
      }),
      aggregator: 'max',
    },
    single('split_processes', 'Processes of this server that answer.', 1),
    single(
      'split_short_link_answers_total',
      'Answers to requests for short links: redirects and the pages shown instead.',
      counts.shortLinkAnswers,
    ),
    ...redirectSamples(deps),
    single(
      'split_page_answers_total',
      'Answers with a cached public page or widget.',
      counts.pageAnswers,
    ),
    single('split_clicks_recorded_total', 'Clicks accepted by this server.', clicks.recorded),
    single('split_click_queue_length', 'Clicks that are not counted yet.', clicks.waiting),
    single(
      'split_click_queue_limit',
      'Length of the queue from which on redirects wait.',
      clicks.limit,
    ),
    single(
      'split_click_journal_failing',
      'Processes that cannot write their click journal, so that a crash would lose clicks.',
      clicks.journalWorks ? 0 : 1,
    ),
    labelled(
      'split_push_messages_total',
      'Push messages by result: sent, gone (subscription ended), refused, later (tried again).',
      'result',
      counts.pushes,
    ),
    labelled(
      'split_webhook_attempts_total',
      'Attempts to deliver an event to a webhook, by result.',
      'result',
      counts.webhookAttempts,
    ),
    ...poolSamples({ requests: pool, background: backgroundPool }),
    ...replicaSamples(deps),
    single('split_streams_open', 'Open event streams of chat.', chatStreams.count),
    {
      ...single(
        'split_maintenance',
        '1 during maintenance, else 0.',
        maintenance.current() === null ? 0 : 1,
      ),
      aggregator: 'max',
    },
  ]
}

/** Returns the time of redirects; nothing if too few were measured in the last hour. */
function redirectSamples({ metrics }: Deps): SampledMetric[] {
  const ms = metrics.redirectTimes.p99()
  if (ms === null) return []
  return [
    {
      ...single(
        'split_redirect_p99_seconds',
        'Time within which 99 of 100 of the latest redirects were answered, of the slowest process.',
        ms / 1000,
      ),
      aggregator: 'max',
    },
  ]
}

/** Returns the state of the read replica; nothing without one. */
function replicaSamples({ replica }: Deps): SampledMetric[] {
  const state = replica.state()
  if (state === null) return []
  const { problem, lagSeconds } = state
  const up = problem === null ? 1 : 0
  const lag = lagSeconds === null ? [] : [{ value: lagSeconds }]
  return [
    {
      ...single('split_replica_up', '1 if the read replica is used, else 0.', up),
      aggregator: 'max',
    },
    {
      name: 'split_replica_lag_seconds',
      help: 'Age of the read replica’s data. Absent if it is not known.',
      samples: lag,
      aggregator: 'max',
    },
  ]
}

function poolSamples(pools: Record<string, Pool>): SampledMetric[] {
  const each = (name: string, help: string, read: (pool: Pool) => number) => {
    const values = Object.entries(pools).map(([key, pool]) => [key, read(pool)] as const)
    return labelled(name, help, 'pool', Object.fromEntries(values))
  }
  return [
    each(
      'split_database_connections',
      'Open connections to the database.',
      ({ totalCount }) => totalCount,
    ),
    each(
      'split_database_connections_idle',
      'Open connections that are not in use.',
      ({ idleCount }) => idleCount,
    ),
    each(
      'split_database_connections_limit',
      'Maximum number of connections.',
      ({ options }) => options.max,
    ),
    each(
      'split_database_waiting',
      'Queries that wait for a free connection.',
      ({ waitingCount }) => waitingCount,
    ),
  ]
}
