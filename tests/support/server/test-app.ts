import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { readConfig, type Config } from '../../../server/platform/config/config.ts'
import type { DbAddress } from '../../../server/platform/db/client.ts'
import { createDeps } from '../../../server/deps.ts'
import type { Deps } from '../../../server/env.ts'
import { closeServer, createServer } from '../../../server/listen.ts'
import { createLog, type Log } from '../../../server/platform/log/log.ts'
import type { ParsingOptions } from '../../../server/links/parsing/parsing.ts'
import { createRedirector } from '../../../server/redirect/redirect.ts'
import { loadSecrets } from '../../../server/platform/secrets/secrets.ts'
import { expectDescribed } from './described-answers.ts'
import { freePort } from './free-port.ts'
import { toInit, type Reachable } from './hosts/requests.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export { freePort } from './free-port.ts'
export { toInit, type Reachable, type RequestOptions } from './hosts/requests.ts'

export type Overrides = Partial<Config> & {
  /** Serves HTTP on a free port, with redirects and jobs. */
  listen?: boolean
  /** Runs jobs without serving HTTP. */
  jobs?: boolean
  log?: Log
  /** Server whose database is used. */
  sharedServer?: TestServer
  /** Other address of the same database. */
  databaseAddress?: DbAddress
  /** Options for the thread that parses files and pages. */
  parsing?: ParsingOptions
  /** Statement timeout of requests in milliseconds. */
  statementMs?: number
}

export type TestServer = Reachable & {
  app: ReturnType<typeof createApp>
  deps: Deps
  database: TestDatabase
  /** Origin. Only with `listen`. */
  origin?: string
  stop(): Promise<void>
}

/** Creates a complete server with its own copy of the migrated database. */
export async function createTestServer(overrides: Overrides = {}): Promise<TestServer> {
  const {
    listen = false,
    jobs = false,
    log = createLog('error'),
    sharedServer: shares,
    databaseAddress: by,
    parsing,
    statementMs,
    ...settings
  } = overrides
  const database = shares?.database ?? (await createTestDatabase())
  const shared = settings.dataDir ?? shares?.deps.config.dataDir
  const dataDir = shared ?? mkdtempSync(join(tmpdir(), 'split-test-data-'))
  const port = listen ? await freePort() : 8080
  const defaults = readConfig({ PORT: String(port), DATA_DIR: dataDir })
  const config: Config = {
    ...defaults,
    supportEmail: settings.operatorEmail ?? defaults.supportEmail,
    allowPrivateFetch: true,
    host: 'localhost',
    ...settings,
  }
  const secrets = loadSecrets(dataDir)
  const address = by ?? database.address
  const timeout = statementMs === undefined ? {} : { statementMs }
  const parts = { config, secrets, log, address, poolSize: 5, parsing, ...timeout }
  const { deps, close } = await createDeps(parts)
  const running = listen ? await serve(deps) : undefined
  if (jobs) await deps.jobs.start()
  const app = createApp(deps)
  return {
    app,
    deps,
    database,
    ...(running && { origin: running.origin }),
    async request(method, path, options = {}) {
      const init = toInit(method, options)
      const answer = await (running ? fetch(running.origin + path, init) : app.request(path, init))
      await expectDescribed(method, path, answer)
      return answer
    },
    async stop() {
      await running?.stop()
      await close()
      if (!shares) await database.drop()
      if (shared === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a server for the tests of one file and stops it after them. */
export async function startTestServer(overrides?: Overrides): Promise<TestServer> {
  const server = await createTestServer(overrides)
  afterAll(() => server.stop())
  return server
}

async function serve(deps: Deps) {
  const redirector = await createRedirector(deps)
  const server = createServer(deps, redirector)
  server.listen(deps.config.port, deps.config.host)
  await once(server, 'listening')
  await deps.jobs.start()
  return {
    origin: `http://localhost:${deps.config.port}`,
    async stop() {
      server.closeAllConnections()
      await closeServer(server)
      redirector.stop()
    },
  }
}

/** Returns the status of a refused request and the fields with errors. */
export async function refusalOf(
  response: Response,
): Promise<[status: number, ...fields: string[]]> {
  const { errors = {} } = (await response.json()) as { errors?: object }
  return [response.status, ...Object.keys(errors)]
}
