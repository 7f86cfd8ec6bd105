// Measures 10,000 webhook deliveries to a receiver on this machine, compared with a plain `fetch`
// loop that sends the same bodies without signature, log and retries. Prints ratios from one run; it
// neither passes nor fails.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { addWebhook } from '../server/partners/webhooks/webhooks.ts'
import { perSecond, startOwnDeps } from './support/own-deps.ts'
import { freePort } from './support/server-process.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const DELIVERIES = Number(process.env['BENCH_DELIVERIES'] ?? 10_000)

const port = await freePort()
const receiver = fork('bench/support/webhook-endpoint.mjs', {
  env: { ...process.env, PORT: String(port) },
})
await once(receiver, 'message')
const url = `http://127.0.0.1:${port}/split`

const { deps, stop } = await startOwnDeps()

try {
  const [user] = await deps.sql<[{ id: string }]>`
    insert into users (email, password_hash) values ('bench@people.example', 'none') returning id`
  const owner = { userId: user.id }
  const { id } = await addWebhook(deps, owner, { url, events: ['page.published'] })
  const rounds: { bare: number; ours: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bodies = await queueDeliveries(id)
    const bare = await perSecond(DELIVERIES, () => fetchLoop(bodies))
    const ours = await perSecond(DELIVERIES, () => deliver(id))
    // The first round is a warm-up and is not counted.
    if (round > 0) rounds.push({ bare, ours })
  }
  const of = (read: (round: { bare: number; ours: number }) => number) => median(rounds.map(read))
  printTable(`${DELIVERIES.toLocaleString('en')} deliveries, median of ${ROUNDS} rounds`, [
    ['', 'ours / fetch', 'fetch/s', 'ours/s'],
    [
      'one receiver',
      `${of(({ bare, ours }) => ours / bare).toFixed(2)}  (limit 0.50)`,
      of(({ bare }) => bare).toFixed(0),
      of(({ ours }) => ours).toFixed(0),
    ],
  ])
} finally {
  await stop()
  receiver.kill()
}

/** Stores events as the triggers do, and returns bodies of the same size. */
async function queueDeliveries(webhookId: number): Promise<string[]> {
  await deps.sql`truncate webhook_deliveries`
  await deps.sql`
    insert into webhook_deliveries (webhook_id, event, object_id, facts)
    select ${webhookId}::int, 'page.published', n,
      jsonb_build_object('id', n, 'slug', 'ana-' || n, 'title', 'Ana and her lamps')
    from generate_series(1, ${DELIVERIES}::int) n`
  await deps.sql`vacuum analyze webhook_deliveries`
  return Array.from({ length: DELIVERIES }, (_, n) =>
    JSON.stringify({
      type: 'page.published',
      timestamp: new Date().toISOString(),
      sequence: n,
      data: { id: n, url: `http://localhost:8080/p/ana-${n}`, slug: `ana-${n}`, title: 'Ana' },
    }),
  )
}

async function fetchLoop(bodies: string[]): Promise<void> {
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body })
    if (answer.status !== 204) throw new Error(`status ${answer.status}`)
    await answer.arrayBuffer()
  }
}

/** Sends everything that is due and waits until all results are stored. */
async function deliver(webhookId: number): Promise<void> {
  deps.webhooks.wake()
  for (;;) {
    const [row] = await deps.sql<[{ left: number }]>`
      select count(*)::int as left from webhook_deliveries
      where webhook_id = ${webhookId}::int and due_at is not null`
    if (row.left === 0) return
    await sleep(10)
  }
}
