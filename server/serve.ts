import { once } from 'node:events'
import type { Server } from 'node:http'
import { openWriterInThread } from './redirect/clicks/in-thread.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-values.ts'
import type { DbAddress } from './platform/db/client.ts'
import { createDeps } from './deps.ts'
import { closeServer, createServer } from './listen.ts'
import { startHeartbeat } from './operator/installation/servers.ts'
import { CALENDAR } from './platform/jobs/calendar.ts'
import type { Log } from './platform/log/log.ts'
import type { Siblings } from './platform/processes/siblings.ts'
import { startTracing } from './platform/traces/start-tracing.ts'
import { createRedirector } from './redirect/redirect.ts'
import type { Secrets } from './platform/secrets/secrets.ts'

/** Functions that close what was opened, in the order of opening. */
export type Closers = (() => Promise<void>)[]

type Parts = {
  config: Config
  log: Log
  secrets: Secrets
  address: DbAddress
  /** Id of this server in the list of running servers. */
  serverId: string
  siblings: Siblings
}

/** Answers requests in this process. The first process of a server also runs its jobs. */
export async function serve(parts: Parts, closers: Closers): Promise<void> {
  const { config, log, address, serverId, siblings } = parts
  closers.push(await startTracing(config, log))
  const json = !process.stdout.isTTY
  const { logLevel, geoipDb } = config
  const clickWriter = openWriterInThread({ address, logLevel, json, geoipDb })
  const { deps, close } = await createDeps({ ...parts, clickWriter })
  closers.push(close)
  const redirector = await createRedirector(deps)
  closers.push(async () => redirector.stop())
  const server = createServer(deps, redirector)
  await listen(server, config)
  closers.push(() => {
    // Event streams never end by themselves.
    deps.chatStreams.end()
    return closeServer(server)
  })
  if (siblings.number > 1) return
  const presence = await startHeartbeat(deps, serverId)
  closers.push(() => presence.stop())
  await deps.jobs.start(CALENDAR)
}

/**
 * Maximum number of connections waiting to be accepted; the system may lower it. Node's default of
 * 511 was too low for a link that goes viral: clients whose connection was dropped retry a second
 * later.
 */
const BACKLOG = 4096

/** Starts to listen. Throws a `ConfigError` if the port cannot be used. */
export async function listen(server: Server, { port, host }: Config): Promise<void> {
  server.listen({ port, host: host || undefined, backlog: BACKLOG })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new ConfigError(describeListenError(error as NodeJS.ErrnoException, port, host))
  }
}

function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string,
): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use already. Stop what uses it, or set another PORT.`
  }
  if (code === 'EACCES') return `This account may not listen on port ${port}. Set another PORT.`
  return `The server cannot listen on ${host || 'port'} ${port}: ${message}.`
}
