import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../../server/config.ts'
import { installedProgram } from '../../../scripts/programs.mjs'
import { caddyProgram } from '#support/server/hosts/caddy.ts'
import { haproxyProgram } from '#support/server/hosts/haproxy.ts'

// Programs start here, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const page = readFileSync('deploy/README.md', 'utf8')

/** Every line of every block of commands. */
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)

const PACKAGES = 'it installs programs of the system'
const SYSTEMD = 'systemd has to run the machine; the unit itself is verified'
const ACCOUNT = 'it makes an account of the system'

/** What a test cannot do to the machine it runs on. */
const NOT_RUN: [begins: string, why: string][] = [
  ['apt-get ', PACKAGES],
  ['curl -fsSL -o /tmp/node.tar.xz', PACKAGES],
  ['tar -xJf /tmp/node.tar.xz', PACKAGES],
  ['useradd ', ACCOUNT],
  ['su postgres ', ACCOUNT],
  ['install -m 600 -o postgres ', ACCOUNT],
  ['git clone ', 'it is where these tests come from'],
  ['git -C ', 'it is where these tests come from'],
  ['cd ', 'it only goes there'],
  ['npm ', 'whoever runs these tests has done it'],
  ['systemctl ', SYSTEMD],
  ['systemd-run ', `${SYSTEMD}; the verb has tests of its own`],
  ['curl -fsS ', 'rolling.test.ts and health.test.ts ask the same'],
  ['pg_dump ', 'a program of PostgreSQL itself'],
]

/** Programs that not every machine has. */
const MISSING: Record<string, boolean> = {
  caddy: caddyProgram === undefined,
  haproxy: haproxyProgram === undefined,
  // It also looks whether the programs of the unit are there.
  'systemd-analyze':
    installedProgram(['systemd-analyze']) === undefined || !existsSync('/usr/bin/node'),
}

const reasonNotToRun = (command: string) =>
  NOT_RUN.find(([begins]) => command.startsWith(begins))?.[1]
const tried = commands.filter((command) => reasonNotToRun(command) === undefined)
const programOf = (command: string) => command.split(' ', 1)[0] ?? ''

/** By number, so that nobody waits for a name server that does not know them. */
const PLACES = {
  SPLIT_APP2: '127.0.0.1:8081',
  SPLIT_DB1: '127.0.0.1:5433',
  SPLIT_DB2: '127.0.0.1:5434',
}

/** A machine of its own, as far as its folders go. */
let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'split-test-deploy-'))
  for (const folder of ['etc/caddy', 'etc/haproxy', 'etc/systemd/system', 'var/lib/split', 'root'])
    mkdirSync(join(root, folder), { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true }))

const below = (command: string) =>
  command.replaceAll(/(?<=[\s=])\/(etc|root)\//g, `${root}/$1/`).replace(' -C / ', ` -C ${root}/ `)

describe('the commands of deploy/README.md', () => {
  test.for(tried)('%s', (command, { skip }) => {
    skip(MISSING[programOf(command)] ?? false, 'its program is missing')
    const { status, stderr } = spawnSync('bash', ['-e', '-c', below(command)], {
      env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: root, ...PLACES },
      encoding: 'utf8',
    })
    expect(stderr).not.toMatch(/error|unknown|ignoring/i)
    expect(status).toBe(0)
  })

  test('leave the settings for root alone, and everything in its place', () => {
    expect(statSync(join(root, 'etc/split/split.env')).mode & 0o777).toBe(0o600)
    for (const file of [
      'etc/systemd/system/split.service',
      'etc/systemd/system/caddy.service.d/split.conf',
      'etc/systemd/system/haproxy.service.d/split.conf',
      'etc/systemd/journald.conf.d/split.conf',
      'etc/caddy/Caddyfile',
      'etc/haproxy/haproxy.cfg',
    ])
      expect(readFileSync(join(root, file), 'utf8')).not.toBe('')
    const kept = execFileSync('tar', ['-tzf', join(root, 'root/split-backup.tar.gz')]).toString()
    expect(kept).toContain('etc/split/split.env')
  })

  test('are all there, and each reason belongs to one', () => {
    expect(tried.length).toBeGreaterThan(10)
    for (const [begins] of NOT_RUN)
      expect(
        commands.some((command) => command.startsWith(begins)),
        begins,
      ).toBe(true)
  })
})

test('the settings in deploy/split.env are such as the server takes', () => {
  const lines = readFileSync('deploy/split.env', 'utf8').match(/^#?[A-Z0-9_]+=\S+$/gm) ?? []
  const env = Object.fromEntries(
    lines.map((line) => line.replace(/^#/, '').split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>
  const config = readConfig(env)
  expect(config).toMatchObject({
    host: '127.0.0.1',
    dataDir: '/var/lib/split',
    shortLinkHost: 'https://go.split.example',
    trustedProxies: ['127.0.0.1', '::1'],
  })
  expect(config.smtpUrl).not.toBeNull()
  expect(config.databaseUrl).not.toBeNull()
})

test('the unit has its own account, an end in order, and room for connections', () => {
  const unit = readFileSync('deploy/split.service', 'utf8')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  expect(value('User')).toBe('split')
  expect(value('EnvironmentFile')).toBe('/etc/split/split.env')
  expect(value('Restart')).toBe('always')
  // Only the server hears the signal; it stops its database itself, within ten seconds.
  expect(value('KillMode')).toBe('mixed')
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(10)
  expect(Number(value('LimitNOFILE'))).toBeGreaterThan(10_000)
  expect(value('ProtectSystem')).toBe('strict')
})

test('the database waits for its standby before it says that something is written', () => {
  const patroni = parse(readFileSync('deploy/patroni.yml', 'utf8')) as {
    bootstrap: { dcs: { ttl: number; synchronous_mode: boolean } }
  }
  expect(patroni.bootstrap.dcs).toMatchObject({ ttl: 20, synchronous_mode: true })
})

test('every file of deploy is named on its page', () => {
  const files = readdirSync('deploy').filter((name) => name !== 'README.md')
  expect(files.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
