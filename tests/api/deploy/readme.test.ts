import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openClient } from '../../../server/db/client.ts'
import { installedProgram } from '../../../scripts/programs.mjs'
import { caddyProgram } from '#support/server/hosts/caddy.ts'
import { haproxyProgram } from '#support/server/hosts/haproxy.ts'
import { emptyPlace, type EmptyPlace } from '#support/server/installations.ts'
import { Machine, settingsIn } from '#support/server/machine/machine.ts'
import { LINKS } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { freePort, toInit, type Reachable } from '#support/server/test-app.ts'

// Programs and whole servers start here, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const page = readFileSync('deploy/README.md', 'utf8')

/** Every line of every block, whatever language it says it is in. */
const commands = [...page.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)

const NETWORK = 'it fetches from other machines'
const DONE = 'whoever runs these tests has done it'
const HERE = 'it is where these tests come from'

/** What a test cannot do, by the whole command. */
const NOT_RUN: Record<string, string> = {
  'apt-get update': NETWORK,
  'curl -fsSL -o /tmp/node.tar.xz https://nodejs.org/dist/v22.21.1/node-v22.21.1-linux-x64.tar.xz':
    NETWORK,
  'git clone YOUR_REPOSITORY /opt/split': HERE,
  'cd /opt/split': HERE,
  'npm ci': DONE,
  'npm run build': DONE,
  'git -C /opt/split pull --ff-only': HERE,
  'npm --prefix /opt/split ci': DONE,
  'npm --prefix /opt/split run build': DONE,
  'scp root@10.0.0.1:/var/lib/split/secrets.json /var/lib/split/secrets.json': NETWORK,
  'chown split: /var/lib/split/secrets.json': 'the account split is not made here',
  'pg_dropcluster --stop 15 main': "it takes away the machine's own database",
  'curl -fsS --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:8405/':
    'rolling.test.ts asks it, with two servers behind the proxy',
  'patronictl -c /etc/patroni/config.yml list': 'it asks etcd, which npm run chaos has',
}

const isMissing = (...names: string[]) =>
  names.some((name) => installedProgram([name], [`/usr/sbin/${name}`]) === undefined)

/** Debian 12 or 13 that knows its packages: nothing is installed, it only says whether it could be. */
const isDebian =
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8')) &&
  /^VERSION_ID="1[23]"$/m.test(readFileSync('/etc/os-release', 'utf8')) &&
  execFileSync('apt-cache', ['policy', 'curl', 'caddy'])
    .toString()
    .match(/Candidate: \d/g)?.length === 2

/** Every program that the page calls, and whether this machine lacks it. */
const PROGRAMS: Record<string, boolean> = {
  'apt-get': !isDebian,
  caddy: caddyProgram === undefined,
  curl: isMissing('curl'),
  echo: false,
  haproxy: haproxyProgram === undefined,
  head: false,
  install: false,
  mv: false,
  patroni: isMissing('patroni'),
  printf: false,
  sed: false,
  'split-operator': false,
  su: false,
  systemctl: false,
  // It also looks whether the programs of the unit are there.
  'systemd-analyze': isMissing('systemd-analyze') || !existsSync('/usr/bin/node'),
  tar: isMissing('tar', 'xz'),
  useradd: isMissing('useradd') || process.getuid?.() !== 0,
}

const programOf = (command: string) => command.split(' ', 1)[0] ?? ''
const tried = commands.filter((command) => NOT_RUN[command] === undefined)

/** By number, so that nobody waits for a name server that does not know them. */
const PLACES = {
  SPLIT_APP2: '127.0.0.1:8081',
  SPLIT_DB1: '127.0.0.1:5433',
  SPLIT_DB2: '127.0.0.1:5434',
}

let machine: Machine
let own: EmptyPlace
/** Behind the proxy, wherever its leader is. */
let led: EmptyPlace
let origin: string
beforeAll(async () => {
  const port = await freePort()
  machine = new Machine(port)
  own = await emptyPlace()
  led = await emptyPlace()
  origin = `http://127.0.0.1:${port}`
  packNode()
})
afterAll(async () => {
  await machine.remove()
  await own.remove()
  await led.remove()
})

/** What Node's own archive has, as far as names go. */
function packNode() {
  if (PROGRAMS['tar']) return
  const folder = machine.path('tmp/node-v22')
  for (const name of ['bin', 'lib/node_modules/npm'])
    mkdirSync(`${folder}/${name}`, { recursive: true })
  for (const name of ['LICENSE', 'README.md', 'bin/node', 'lib/node_modules/npm/package.json'])
    writeFileSync(`${folder}/${name}`, name)
  execFileSync('tar', [
    '-cJf',
    machine.path('tmp/node.tar.xz'),
    '-C',
    machine.path('tmp'),
    'node-v22',
  ])
}

/** What it takes that this is no real machine: each thing by itself. */
const adapted = (command: string) =>
  command
    .replace(/^apt-get install -y (.*)$/, 'for one in $1; do apt-cache show $one > /dev/null; done')
    .replace(/^useradd /, 'useradd --prefix "$HOME" ')
    // The accounts are not made here.
    .replaceAll(/(?<=\binstall .*) -[og] (split|postgres)\b/g, '')
    .replaceAll(/postgresql:\/\/split:choose-one@127\.0\.0\.1:5432\/split/g, own.env.DATABASE_URL)
    .replaceAll(/postgresql:\/\/split:choose-one@127\.0\.0\.1:5000\/split/g, led.env.DATABASE_URL)
    .replace('//10.0.0.1:8080', '//127.0.0.1:8080')

/** What the page tells in words, after the command that it follows. */
const THEN: Record<string, () => unknown> = {
  'install -m 600 deploy/split.env /etc/split/split.env': () => {
    const path = machine.path('etc/split/split.env')
    writeFileSync(path, machine.below(readFileSync(path, 'utf8')))
  },
  'install -m 600 -o postgres deploy/patroni.yml /etc/patroni/config.yml': nameOthers,
}

/** Patroni looks whether the others are there, and whether its own ports are free. */
async function nameOthers() {
  const path = machine.path('etc/patroni/config.yml')
  const [rest, database] = [await freePort(), await freePort()]
  const text = readFileSync(path, 'utf8')
    .replaceAll(/\be[123]:2379\b/g, `127.0.0.1:${etcdPort}`)
    .replace('listen: 0.0.0.0:8008', `listen: 127.0.0.1:${rest}`)
    .replace('listen: 0.0.0.0:5432', `listen: 127.0.0.1:${database}`)
  // PostgreSQL 15 may not be the one that is here.
  writeFileSync(path, text.replace(/^ *bin_dir: .*$/m, ''))
}

const etcd = createServer((socket) => socket.end())
let etcdPort: number
beforeAll(async () => {
  await new Promise<void>((listening) => etcd.listen(0, '127.0.0.1', listening))
  etcdPort = (etcd.address() as AddressInfo).port
})
afterAll(() => void etcd.close())

const here: Reachable = {
  request: (method, path, options = {}) => fetch(origin + path, toInit(method, options)),
}

/** Somebody who was there before the first backup, and is asked for after every move. */
let ana: Person | undefined
/** How she was answered after the restore, the two moves, and the settings of two servers. */
const asked: number[] = []

async function emailsIn({ address }: EmptyPlace): Promise<string[]> {
  const client = openClient(address)
  await client.connect()
  const { rows } = await client.query<{ email: string }>('select email from users')
  await client.end()
  return rows.map(({ email }) => email)
}

// One machine, from top to bottom: a second try of one command would find what the first has left.
describe('the commands of deploy/README.md', { retry: 0 }, () => {
  test.for(tried.map((command, n): [number, string] => [n + 1, command]))(
    '%i: %s',
    async ([, command], { skip }) => {
      const lacks = PROGRAMS[programOf(command)]
      if (command.startsWith('split-operator backup') && !ana) ana = await signUp(here)
      skip(lacks ?? false, `${programOf(command)} is missing`)
      expect(lacks, 'a command that nobody has thought about').toBe(false)
      const { status, out, err } = await machine.run(adapted(command), PLACES)
      expect(err).not.toMatch(/error|unknown|unable|ignoring/i)
      expect({ status, out, err }).toMatchObject({ status: 0 })
      await THEN[command]?.()
      if (ana && command.endsWith('/livez'))
        asked.push((await ana.send('POST', `${LINKS}search/`, {})).status)
    },
  )

  test('leave everything in its place, and secrets for their accounts alone', () => {
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
      'etc/postgresql/15/main/pg_hba.conf',
    ])
      expect(readFileSync(machine.path(file), 'utf8')).not.toBe('')
    if (PROGRAMS['tar']) return
    expect(readdirSync(machine.path('usr')).toSorted()).toEqual(['bin', 'lib', 'local'])
  })

  test('write backups that are encrypted, and go over to the own database and to several', async () => {
    const backup = readFileSync(machine.path('var/backups/split/first.backup'))
    expect(backup.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]))
    expect(readdirSync(machine.path('var/backups/split')).toSorted()).toEqual([
      'before-the-update.backup',
      'first.backup',
    ])
    expect(settingsIn(machine.path('etc/split/split.env'))).toMatchObject({
      BACKUP_KEEP: '7',
      DATABASE_URL: led.env.DATABASE_URL,
    })
    expect(await emailsIn(own)).toEqual([ana?.email])
    expect(await emailsIn(led)).toEqual([ana?.email])
    expect(asked).toEqual([200, 200, 200, 200])
    expect(existsSync(machine.path('var/lib/split.before/secrets.json'))).toBe(true)
  })

  test('make a role and a database that PostgreSQL takes', async () => {
    const made = machine.asked().filter((text) => text.startsWith('create '))
    expect(made).toHaveLength(4)
    // On the leader of several the same as on one.
    expect(made.splice(2)).toEqual(made)
    const name = `split_${Math.random().toString(36).slice(2)}`
    const client = openClient({ ...inject('database'), database: 'postgres' })
    await client.connect()
    try {
      for (const text of made) await client.query(text.replaceAll(/\bsplit\b/g, name))
      const { rows } = await client.query(
        'select pg_encoding_to_char(encoding) as encoding from pg_database where datname = $1',
        [name],
      )
      expect(rows).toEqual([{ encoding: 'UTF8' }])
    } finally {
      await client.query(`drop database if exists ${name}`)
      await client.query(`drop role if exists ${name}`)
      await client.end()
    }
  })

  test('are all there, and each reason belongs to one', () => {
    expect(tried.length).toBeGreaterThan(50)
    for (const command of Object.keys(NOT_RUN)) expect(commands).toContain(command)
    for (const program of Object.keys(PROGRAMS)) expect(commands.map(programOf)).toContain(program)
    for (const command of Object.keys(THEN)) expect(tried).toContain(command)
  })
})
