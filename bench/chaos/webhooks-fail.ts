import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { startMessageServer } from '#support/server/hosts/message-server.ts'
import { addLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { addWebhook } from '#support/server/webhooks.ts'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import type { Sql } from '../../server/platform/db/sql.ts'
import { freePort } from '../support/server-process.ts'
import { formatSeconds, secondsUntil, withSql, type Finding, type World } from './world.ts'

const LINKS = 6
/** Number of attempts that fit into the simulated hour: at once, after 5 s, 5 min and 30 min. */
const ATTEMPTS = 4

/** Maximum wait for these attempts. Each takes ten seconds at a receiver that hangs. */
const MAX_SECONDS = 240

type Mode = (response: ServerResponse) => void
const MODES: Record<string, Mode> = {
  hangs: () => {},
  'resets connections': (response) => response.destroy(),
  'returns 500': (response) => void response.writeHead(500).end(),
}
const accept: Mode = (response) => void response.writeHead(204).end()

/** Sends webhooks to a receiver that fails for a simulated hour, and kills the server. */
export async function webhooksFail(world: World): Promise<Finding[]> {
  const dataDir = world.folder()
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const server = await world.server(env)
  const ana = await signUp(server)
  const receiver = await startReceiver(world)
  const { secret } = await addWebhook(ana, `${receiver.origin}/failing`, ['link.created'])
  const healthy = await addWebhook(ana, `${receiver.origin}/healthy`, ['link.created'])
  receiver.secrets = { '/failing': secret, '/healthy': healthy.secret }
  const findings: Finding[] = []
  for (const [name, mode] of Object.entries(MODES))
    findings.push(
      await withDatabase(dataDir, (sql) => failForAnHour({ name, mode, ana, receiver, sql })),
    )

  receiver.mode = MODES['hangs'] ?? accept
  const links = await createLinks(ana)
  server.kill('SIGKILL')
  await server.exit()
  receiver.mode = accept
  await world.server(env)
  const seconds = await secondsUntil(async () => receiver.has('/failing', links), 120)
  findings.push({
    fault: 'server killed before delivery',
    done: `kill -9 between commit and delivery of ${LINKS} events`,
    mustHold: 'every event arrives after the restart',
    measured: `all arrived after ${formatSeconds(seconds)}`,
    held: seconds !== null,
  })
  return findings
}

type Failing = { name: string; mode: Mode; ana: Person; receiver: Receiver; sql: Sql }

async function failForAnHour({ name, mode, ana, receiver, sql }: Failing): Promise<Finding> {
  receiver.mode = mode
  const links = await createLinks(ana)
  const other = await secondsUntil(async () => receiver.has('/healthy', links), 30)
  await untilAttempted(sql, ATTEMPTS)
  const early = receiver.has('/failing', links)
  receiver.mode = accept
  const seconds = await secondsUntil(async () => {
    await passTime(sql)
    return receiver.has('/failing', links)
  }, 90)
  return {
    fault: 'webhook receiver fails for an hour',
    done: `it ${name} during ${ATTEMPTS} attempts of ${LINKS} events`,
    mustHold: 'no event is lost; another receiver does not wait',
    measured: `all arrived ${formatSeconds(seconds)} after it works again; the other one had them after ${formatSeconds(other)}`,
    held: !early && seconds !== null && other !== null,
  }
}

async function createLinks(ana: Person): Promise<string[]> {
  const uuids: string[] = []
  for (let nth = 0; nth < LINKS; nth += 1)
    uuids.push((await addLink(ana, `https://shop.example/${nth}`)).uuid)
  return uuids
}

/** Lets time pass until every waiting delivery was attempted this many times. */
async function untilAttempted(sql: Sql, attempts: number): Promise<void> {
  const isDone = async () => {
    const [row] = await sql<[{ left: number }]>`
      select count(*)::int as left from webhook_deliveries
      where status = 'waiting' and attempts < ${attempts}::int`
    if (row.left > 0) await passTime(sql)
    return row.left === 0
  }
  if ((await secondsUntil(isDone, MAX_SECONDS)) === null)
    throw new Error(`Not every delivery had ${attempts} attempts`)
}

/** Makes retries due whose time is later than any attempt in progress, and starts the job. */
async function passTime(sql: Sql): Promise<void> {
  const rows = await sql`
    update webhook_deliveries set due_at = now()
    where status = 'waiting' and due_at > now() + interval '1 minute' returning id`
  if (rows.length > 0) await sql`select graphile_worker.add_job('webhooks', '{}'::json)`
}

async function withDatabase<Result>(
  dataDir: string,
  work: Parameters<typeof withSql<Result>>[1],
): Promise<Result> {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('The database is not running')
  return withSql(address, work)
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Starts a receiver whose path `/failing` answers in the current mode. */
async function startReceiver(world: World) {
  const accepted = new Set<string>()
  const receiver = {
    origin: '',
    mode: accept,
    secrets: {} as Record<string, string>,
    /** Returns whether an event about each link was accepted at this path. */
    has: (path: string, links: string[]) => links.every((link) => accepted.has(`${path} ${link}`)),
  }
  const { origin, stop } = await startMessageServer((response, { path, headers, body }) => {
    const mode = path === '/failing' ? receiver.mode : accept
    if (mode === accept) {
      const verifier = new Webhook(receiver.secrets[path] ?? '')
      const event = verifier.verify(body, headers as Record<string, string>)
      accepted.add(`${path} ${(event as { data: { uuid: string } }).data.uuid}`)
    }
    mode(response)
  })
  receiver.origin = origin
  world.onClose(() => void stop())
  return receiver
}
