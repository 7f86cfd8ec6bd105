import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../../server/platform/config/config.ts'

const page = readFileSync('deploy/README.md', 'utf8')

test('the server accepts the settings in deploy/split.env', () => {
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

test('the service has its own account, a clean stop and enough file descriptors', () => {
  const unit = readFileSync('deploy/split.service', 'utf8')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  expect(value('User')).toBe('split')
  expect(value('EnvironmentFile')).toBe('/etc/split/split.env')
  expect(value('Restart')).toBe('always')
  // Only the server gets the signal. It stops its database itself, within ten seconds.
  expect(value('KillMode')).toBe('mixed')
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(10)
  expect(Number(value('LimitNOFILE'))).toBeGreaterThan(10_000)
  expect(value('ProtectSystem')).toBe('strict')
  // Backup folder of the README. Without this entry it is read-only to the service.
  expect(value('ReadWritePaths')).toBe('-/var/backups/split')
})

test('the log survives a restart and is limited in size', () => {
  const settings = readFileSync('deploy/journald.conf', 'utf8')
  expect(settings).toMatch(/^Storage=persistent$/m)
  expect(settings).toMatch(/^SystemMaxUse=\d+[MG]$/m)
  expect(settings).toMatch(/^SystemKeepFree=\d+[MG]$/m)
  expect(settings).toMatch(/^MaxRetentionSec=/m)
  // The service logs to the journal only, not to a file that needs rotation.
  expect(readFileSync('deploy/split.service', 'utf8')).not.toMatch(/^Standard(Output|Error)=/m)
})

test('the database confirms a commit only after its standby has it', () => {
  const patroni = parse(readFileSync('deploy/patroni.yml', 'utf8')) as {
    bootstrap: { dcs: { ttl: number; synchronous_mode: boolean }; pg_hba: string[] }
    postgresql: { pg_hba: string[] }
  }
  expect(patroni.bootstrap.dcs).toMatchObject({ ttl: 20, synchronous_mode: true })
  // Patroni connects as both users from the same machine, and the rules also apply after the first
  // start.
  for (const who of ['all postgres', 'replication replicator'])
    expect(patroni.bootstrap.pg_hba).toContain(`host ${who} 127.0.0.1/32 scram-sha-256`)
  expect(patroni.postgresql.pg_hba).toEqual(patroni.bootstrap.pg_hba)
})

test('every file of deploy is mentioned in its README', () => {
  const files = readdirSync('deploy').filter((name) => name !== 'README.md')
  expect(files.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('three etcd members with names known to Patroni elect the leader', () => {
  const settings = readFileSync('deploy/etcd.env', 'utf8')
  const [, listed = ''] = /^ETCD_INITIAL_CLUSTER=(.*)$/m.exec(settings) ?? []
  const names = [...listed.matchAll(/(\w+)=http:\/\/\1:2380/g)].map(([, name]) => name)
  const { etcd3 } = parse(readFileSync('deploy/patroni.yml', 'utf8')) as {
    etcd3: { hosts: string[] }
  }
  expect(names).toHaveLength(3)
  expect(etcd3.hosts).toEqual(names.map((name) => `${name}:2379`))
  for (const name of names) expect(page).toContain(name)
})
