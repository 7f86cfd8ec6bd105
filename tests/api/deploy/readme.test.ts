import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { emptyPlace, type EmptyPlace } from '#support/server/installations.ts'
import { emailsIn, encodingOf, onClient } from '#support/server/machine/database-queries.ts'
import { DebianCluster } from '#support/server/machine/debians-cluster.ts'
import { findDebianPostgres } from '#support/server/machine/debians-postgres.ts'
import { Machine, settingsIn } from '#support/server/machine/machine.ts'
import { hasDatabases, programOf, MISSING_PROGRAMS } from '#support/server/machine/page-programs.ts'
import { Repository, startNodesSite } from '#support/server/machine/sources.ts'
import { OtherServices } from '#support/server/machine/strangers.ts'
import { LINKS } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { freePort, toInit, type Reachable } from '#support/server/test-app.ts'

// These tests start programs and whole servers, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const page = readFileSync('deploy/README.md', 'utf8')

/** Every line of every code block, in any language. */
const commands = [...page.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)

/** Commands that the tests do not run, with the reason. */
const NOT_RUN: Record<string, string> = {
  // Running it would take half a minute on two cores, twice.
  'npm run build': 'npm test runs it, and what it builds of the server is what starts below',
  'npm --prefix /opt/split run build': 'the same command, in the same place',
}

const tried = commands.filter((command) => NOT_RUN[command] === undefined)

/** IP addresses instead of names, so that no DNS lookup delays a test. */
const PLACES = {
  SPLIT_APP2: '127.0.0.1:8081',
  SPLIT_DB1: '127.0.0.1:5433',
  SPLIT_DB2: '127.0.0.1:5434',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
}
/** Messages that curl prints for each attempt except the last. */
const TRIED_AGAIN = /^(curl: \(\d+\)|Warning: Problem).*$/gm
const ROLE = 'postgresql://split:choose-one@127.0.0.1'

let machine: Machine
let strangers: OtherServices
let repository: Repository | undefined
/** Database of section 7 if Debian's packages are missing. `led` is the one behind the proxy. */
let own: EmptyPlace
let led: EmptyPlace
let cluster: DebianCluster | undefined
/** Environment that tells `psql` and Debian's programs where the database is. */
let database: Record<string, string> = {}
let origin: string
let site: Awaited<ReturnType<typeof startNodesSite>> | undefined
beforeAll(async () => {
  const port = await freePort()
  machine = new Machine(port, hasDatabases)
  if (hasDatabases) cluster = new DebianCluster(machine.root, await freePort())
  database = cluster?.env ?? {}
  strangers = new OtherServices(machine, port, cluster)
  own = await emptyPlace()
  led = await emptyPlace()
  origin = `http://127.0.0.1:${port}`
  if (MISSING_PROGRAMS['git']) machine.copySources()
  else repository = new Repository(machine.path('repository.git'))
  if (MISSING_PROGRAMS['tar']) return
  site = await startNodesSite()
  writeFileSync(machine.path('.curlrc'), site.curlrc)
})
afterAll(async () => {
  site?.stop()
  await strangers.stop()
  cluster?.remove()
  await machine.remove()
  await own.remove()
  await led.remove()
})

/**
 * Replacement for port 5432 (this machine's database) and, in `ledUrl`, for port 5000 (the leader
 * behind the proxy).
 */
const ownUrl = () => (cluster ? `${ROLE}:${cluster.env['PGPORT']}/split` : own.env.DATABASE_URL)
const ledUrl = () =>
  hasDatabases ? `${ROLE}:${strangers.proxy?.databasePort}/split` : led.env.DATABASE_URL

/** Adapts a command to the test machine. */
const adapted = (command: string) =>
  command
    // Resolves the packages without changing anything.
    .replace(/^apt-get update$/, 'apt-get update --print-uris')
    .replace(/^apt-get install /, 'apt-get install --simulate ')
    // Checks the lock file of the clone. The packages are already installed.
    .replace(/^(npm .*\bci)$/, '$1 --dry-run --offline')
    .replace('YOUR_REPOSITORY', `file://${repository?.path}`)
    .replace(/^useradd /, 'useradd --prefix "$HOME" ')
    // The service account does not exist here.
    .replaceAll(hasDatabases ? / -[og] split\b/g : / -[og] (split|postgres)\b/g, '')
    .replaceAll(`${ROLE}:5432/split`, ownUrl())
    .replaceAll(`${ROLE}:5000/split`, ledUrl())
    .replace('//10.0.0.1:8080', '//127.0.0.1:8080')
    .replace('127.0.0.1:8405', `127.0.0.1:${strangers.proxy?.readyPort}`)
    // The test database is only reachable from this machine.
    .replace("listen_addresses = '*'", "listen_addresses = 'localhost'")
    .replace(/(?<=postgresql\/|--stop )15\b/, findDebianPostgres()?.major ?? '15')

const SSH =
  'ssh root@10.0.0.1 cat /var/lib/split/secrets.json | install -m 600 -o split -g split /dev/stdin /var/lib/split/secrets.json'

/** Steps that prepare the machine for a command. */
const BEFORE: Record<string, () => unknown> = {
  // This is the second server: its own secrets are replaced by those of the first.
  [SSH]: () => {
    mkdirSync(machine.path('first/var/lib/split'), { recursive: true })
    const [here, first] = ['var', 'first/var'].map((at) =>
      machine.path(`${at}/lib/split/secrets.json`),
    ) as [string, string]
    copyFileSync(here, first)
    writeFileSync(here, '{}')
  },
  // A different machine from that of section 7, with the cluster that Debian creates by default.
  'pg_dropcluster --stop 15 main': async () => {
    dropped = new DebianCluster(machine.path('second'), await freePort())
    database = dropped.env
  },
}
let dropped: DebianCluster | undefined

/** Steps that the page describes in words, by the command that they follow. */
const THEN: Record<string, () => unknown> = {
  'npm ci': () => machine.prepare(),
  'install -m 600 deploy/split.env /etc/split/split.env': () => {
    const path = machine.path('etc/split/split.env')
    writeFileSync(path, machine.mapToMachine(readFileSync(path, 'utf8')))
  },
  'split-operator backup /var/backups/split/before-the-update.backup': () =>
    repository?.addVersion(),
  'install -m 644 deploy/etcd.env /etc/default/etcd': () => {
    if (hasDatabases) strangers.setUpDatabases()
  },
  'install -m 600 -o postgres deploy/patroni.yml /etc/patroni/config.yml': () =>
    strangers.setMachineNames(),
  'systemctl enable --now patroni': async () => {
    if (!hasDatabases) return
    await strangers.untilLed()
    database = strangers.leaderEnv
  },
  // At the second restart the proxy leads to a database.
  'systemctl restart haproxy': async () => {
    if (hasDatabases && database['PGPORT'] === '5432') await strangers.untilProxyKnows(ledUrl())
  },
}

const here: Reachable = {
  request: (method, path, options = {}) => fetch(origin + path, toInit(method, options)),
}

/** User created before the first backup and looked up after every move. */
let ana: Person | undefined
/**
 * Status codes for her requests after the restore, the two moves and the change of settings on two
 * servers.
 */
const asked: number[] = []

// All commands run in order on one machine. A retry of one would find what the first attempt left.
describe('the commands of deploy/README.md', { retry: 0 }, () => {
  test.for(tried.map((command, n): [number, string] => [n + 1, command]))(
    '%i: %s',
    async ([, command], { skip }) => {
      const lacks = MISSING_PROGRAMS[programOf(command)]
      if (command.startsWith('split-operator backup') && !ana) ana = await signUp(here)
      skip(lacks ?? false, `${programOf(command)} is missing`)
      expect(lacks, 'a command that nobody has thought about').toBe(false)
      await BEFORE[command]?.()
      const { status, out, err } = await machine.run(adapted(command), { ...PLACES, ...database })
      expect(err.replaceAll(TRIED_AGAIN, '')).not.toMatch(/error|unknown|unable|ignoring/i)
      expect({ status, out, err }).toMatchObject({ status: 0 })
      await THEN[command]?.()
      if (ana && command.endsWith('/livez'))
        asked.push((await ana.send('POST', `${LINKS}search/`, {})).status)
    },
  )

  test('install all files, with secrets readable only by their accounts', () => {
    const mode = (name: string) => statSync(machine.path(name)).mode & 0o777
    expect(mode('etc/split/split.env')).toBe(0o600)
    expect(mode('etc/split/backup.key')).toBe(0o600)
    expect(mode('var/backups/split')).toBe(0o700)
    expect(mode('usr/local/sbin/split-operator')).toBe(0o755)
    for (const file of [
      'etc/systemd/system/split.service',
      'etc/systemd/system/caddy.service.d/split.conf',
      'etc/systemd/system/haproxy.service.d/split.conf',
      'etc/systemd/journald.conf.d/split.conf',
      'etc/caddy/Caddyfile',
      'etc/haproxy/haproxy.cfg',
      'etc/default/etcd',
      'etc/hosts',
      `etc/postgresql/${hasDatabases ? findDebianPostgres()?.major : 15}/main/pg_hba.conf`,
    ])
      expect(readFileSync(machine.path(file), 'utf8')).not.toBe('')
    if (MISSING_PROGRAMS['tar'] || MISSING_PROGRAMS['curl']) return
    expect(readdirSync(machine.path('usr')).toSorted()).toEqual(['bin', 'lib', 'local'])
  })

  test('write encrypted backups and move to an own database and to several servers', async () => {
    const backup = readFileSync(machine.path('var/backups/split/first.backup'))
    expect(backup.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]))
    expect(readdirSync(machine.path('var/backups/split')).toSorted()).toEqual([
      'before-the-update.backup',
      'first.backup',
    ])
    expect(settingsIn(machine.path('etc/split/split.env'))).toMatchObject({
      BACKUP_KEEP: '7',
      DATABASE_URL: ledUrl(),
    })
    expect(await emailsIn(ownUrl())).toEqual([ana?.email])
    expect(await emailsIn(ledUrl())).toEqual([ana?.email])
    expect(asked).toEqual([200, 200, 200, 200])
    expect(existsSync(machine.path('var/lib/split.before/secrets.json'))).toBe(true)
  })

  test.skipIf(!hasDatabases)('create UTF-8 databases, directly and behind the proxy', async () => {
    for (const url of [ownUrl(), ledUrl()]) expect(await encodingOf({ url })).toBe('UTF8')
  })

  test.skipIf(hasDatabases)('create a role and a database in PostgreSQL', async () => {
    const made = machine.psqlStatements().filter((text) => text.startsWith('create '))
    expect(made).toHaveLength(4)
    // The commands for a cluster's leader are the same as for a single server.
    expect(made.splice(2)).toEqual(made)
    const name = `split_${randomUUID().replaceAll('-', '')}`
    const owner = { ...inject('database'), database: 'postgres' }
    try {
      await onClient(owner, async (client) => {
        for (const text of made) await client.query(text.replaceAll(/\bsplit\b/g, name))
      })
      expect(await encodingOf({ ...owner, database: name })).toBe('UTF8')
    } finally {
      await onClient(owner, async (client) => {
        await client.query(`drop database if exists ${name}`)
        await client.query(`drop role if exists ${name}`)
      })
    }
  })

  test.skipIf(!hasDatabases)('copy the secrets and leave no database on the other machine', () => {
    const [here, first] = ['var', 'first/var'].map((at) =>
      readFileSync(machine.path(`${at}/lib/split/secrets.json`), 'utf8'),
    )
    expect(here).toBe(first)
    expect(statSync(machine.path('var/lib/split/secrets.json')).mode & 0o777).toBe(0o600)
    expect(dropped?.exists()).toBe(false)
  })

  test.skipIf(MISSING_PROGRAMS['git'])('bring updates from the repository', () => {
    const cloned = execFileSync('git', ['-C', machine.path('opt/split'), 'rev-parse', 'HEAD'])
    expect(cloned.toString().trim()).toBe(repository?.head())
  })

  test('are all tested or have a reason', () => {
    expect(tried.length).toBeGreaterThan(50)
    for (const command of Object.keys(NOT_RUN)) expect(commands).toContain(command)
    for (const program of Object.keys(MISSING_PROGRAMS))
      expect(commands.map(programOf)).toContain(program)
    for (const command of Object.keys({ ...BEFORE, ...THEN })) expect(tried).toContain(command)
  })
})
