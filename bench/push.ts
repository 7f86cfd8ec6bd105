// Measures notifications to 10,000 browsers, compared with web-push in a loop: one send at a time,
// and as many at once as our queue has. Prints ratios from one run; it neither passes nor fails.
import { fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import webpush from 'web-push'
import { notifyExportReady } from '../server/people/activity/activity.ts'
import { createPushSender } from '../server/people/push/push-sender.ts'
import { makeCertificate } from '#support/server/hosts/certificate.ts'
import { perSecond, startOwnDeps } from './support/own-deps.ts'
import { freePort } from './support/server-process.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const DEVICES = Number(process.env['BENCH_DEVICES'] ?? 10_000)
/** Number of concurrent sends of the queue: three jobs of sixteen. */
const AT_ONCE = 48

const certificate = makeCertificate()
const port = await freePort()
const endpoint = fork('bench/support/push-endpoint.mjs', {
  env: { ...process.env, KEY: certificate.key, CERT: certificate.cert, PORT: String(port) },
})
await once(endpoint, 'message')

const { deps, config, secrets, stop } = await startOwnDeps()
await deps.push.close()
deps.push = createPushSender({ config, secrets, ca: certificate.cert })

type Round = { bare: number; bareAtOnce: number; ours: number }

try {
  const subscriptions = Array.from({ length: DEVICES }, (_, n) => subscribe(n))
  const userId = await storeDevices(subscriptions)
  await deps.jobs.start()
  const measured: Round[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const result = {
      bare: await perSecond(DEVICES, () => bareLoop(subscriptions, 1)),
      bareAtOnce: await perSecond(DEVICES, () => bareLoop(subscriptions, AT_ONCE)),
      ours: await perSecond(DEVICES, () => tellAll(userId, round)),
    }
    // The first round is a warm-up and is not counted.
    if (round > 0) measured.push(result)
  }
  const of = (read: (round: Round) => number) => median(measured.map(read))
  const row = (name: string, read: (round: Round) => number) => [
    name,
    of((round) => round.ours / read(round)).toFixed(2),
    of(read).toFixed(0),
    of(({ ours }) => ours).toFixed(0),
  ]
  printTable(`Notifying ${DEVICES.toLocaleString('en')} browsers, ours / web-push`, [
    ['', 'ratio', 'web-push/s', 'ours/s'],
    row('one at a time, connections reused', ({ bare }) => bare),
    row(`${AT_ONCE} at once, connections reused`, ({ bareAtOnce }) => bareAtOnce),
  ])
} finally {
  await stop()
  endpoint.kill()
}

function subscribe(n: number) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return {
    endpoint: `https://localhost:${port}/push/${n}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}

type Subscription = ReturnType<typeof subscribe>

async function storeDevices(subscriptions: Subscription[]): Promise<string> {
  const { sql } = deps
  const [user] = await sql<[{ id: string }]>`
    insert into users (email, password_hash) values ('bench@people.example', 'none') returning id`
  const [session] = await sql<[{ id: string }]>`
    insert into sessions (user_id, token_hash, fingerprint, expires_at)
    values (${user.id}, 'none', 'none', now() + interval '1 day') returning id`
  const json = JSON.stringify(subscriptions)
  await sql`
    insert into devices (user_id, session_id, browser, endpoint, p256dh, auth)
    select ${user.id}, ${session.id}, 'CHROME', one->>'endpoint', one->'keys'->>'p256dh', one->'keys'->>'auth'
    from json_array_elements(${json}::text::json) one`
  await sql`analyze`
  return user.id
}

/** Sends a notification to all devices and waits until no job is left. */
async function tellAll(userId: string, round: number) {
  await deps.db.transaction((tx) =>
    notifyExportReady(tx, { userId, id: round, name: 'The export of your links', rows: 312 }),
  )
  while ((await deps.sql`select 1 from graphile_worker._private_jobs limit 1`).length > 0) {
    await sleep(10)
  }
}

async function bareLoop(subscriptions: Subscription[], atOnce: number) {
  const agent = new Agent({ ca: certificate.cert, keepAlive: true, maxSockets: atOnce })
  const { publicKey, privateKey } = secrets.vapid
  const payload = JSON.stringify({
    id: 1,
    title: 'The export of your links',
    text: 'Is ready to download, 312 lines.',
    url: '/data-exports',
    group: 'special',
    tag: 'x'.repeat(32),
    unread: 1,
  })
  const options = {
    agent,
    TTL: 86_400,
    vapidDetails: { subject: config.vapidSubject, publicKey, privateKey },
  }
  let next = 0
  const lane = async () => {
    while (next < subscriptions.length) {
      const subscription = subscriptions[next]
      next += 1
      if (subscription) await webpush.sendNotification(subscription, payload, options)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  agent.destroy()
}
