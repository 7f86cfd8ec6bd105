import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../../server/platform/config/config.ts'
import { loadSecrets } from '../../../../server/platform/secrets/secrets.ts'
import { runProcess } from '#support/server/processes/process.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

const folder = folderForThisFile()

test('the defaults work without any setting (R-616, R-623, R-624)', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '',
    dataDir: join(process.cwd(), 'data'),
    databaseUrl: null,
    appOrigin: 'http://localhost:8080',
    shortLinkHost: 'http://localhost:8080/s',
    smtpUrl: null,
    smsUrl: null,
    sentryDsn: null,
    trustedProxies: [],
    connectionsPerAddress: 200,
    allowPrivateFetch: false,
    logLevel: 'info',
    signup: 'open',
    ceilings: { links: 50_000, linksPerHour: 25_000, searchesPerMinute: 600, formerCodes: 20 },
    version: '2.0.6',
  })
})

test.each([
  ['PORT', '9000', { port: 9000, appOrigin: 'http://localhost:9000' }],
  ['PORT', ' ', { port: 8080 }],
  ['CORES', '4', { cores: 4 }],
  ['CORES', ' ', { cores: null }],
  ['APP_ORIGIN', 'https://app.example/', { appOrigin: 'https://app.example' }],
  ['APP_ORIGIN', 'https://app.example', { shortLinkHost: 'https://app.example/s' }],
  ['SHORT_LINK_HOST', 'https://go.example/', { shortLinkHost: 'https://go.example' }],
  ['SHORT_LINK_HOST', 'go.example', { shortLinkHost: 'http://go.example' }],
  ['SHORT_LINK_HOST', 'http://localhost:8080/s/', { shortLinkHost: 'http://localhost:8080/s' }],
  ['DATABASE_URL', 'postgres://u:p,w@db/split', { databaseUrl: 'postgres://u:p,w@db/split' }],
  ['DATABASE_URL', 'postgres://u:p@db/split', { databaseUrl: 'postgres://u:p@db/split' }],
  ['SMTP_URL', 'smtp://mail.example', { smtpUrl: 'smtp://mail.example' }],
  ['SMS_URL', 'https://sms.example/s', { smsUrl: 'https://sms.example/s' }],
  ['MAIL_FROM', 'hello@app.example', { mailFrom: 'hello@app.example' }],
  ['VAPID_SUBJECT', 'mailto:a@b.example', { vapidSubject: 'mailto:a@b.example' }],
  ['SENTRY_DSN', 'self', { sentryDsn: 'self' }],
  ['SENTRY_DSN', 'https://k@sentry.example/1', { sentryDsn: 'https://k@sentry.example/1' }],
  ['TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
  ['CONNECTIONS_PER_ADDRESS', '500', { connectionsPerAddress: 500 }],
  ['ALLOW_PRIVATE_FETCH', '1', { allowPrivateFetch: true }],
  ['DNS_SERVERS', '9.9.9.9, [::1]:5353', { dnsServers: ['9.9.9.9', '[::1]:5353'] }],
  ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ['SIGNUP', 'invite', { signup: 'invite' }],
  ['CHANNEL', 'staging', { version: '2.0.8+0' }],
])('%s=%j is understood', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test.each([
  [
    'DNS_SERVERS',
    'dns.example',
    'DNS_SERVERS must be addresses like 9.9.9.9 or 127.0.0.1:5353, separated by commas, not "dns.example".',
  ],
  ['PORT', '80a', 'PORT must be a whole number from 1 to 65535, not "80a".'],
  [
    'CONNECTIONS_PER_ADDRESS',
    '0',
    'CONNECTIONS_PER_ADDRESS must be a whole number from 1 to 10000, not "0".',
  ],
  ['PORT', '0', 'PORT must be a whole number from 1 to 65535, not "0".'],
  ['PORT', '65536', 'PORT must be a whole number from 1 to 65535, not "65536".'],
  ['APP_ORIGIN', 'app.example', 'APP_ORIGIN must be an origin like https://app.example'],
  ['APP_ORIGIN', 'https://app.example/x', 'APP_ORIGIN must be an origin like'],
  ['APP_ORIGIN', 'ftp://app.example', 'APP_ORIGIN must be an origin like'],
  ['SHORT_LINK_HOST', 'http://localhost:8080', 'SHORT_LINK_HOST must be a host like'],
  ['SHORT_LINK_HOST', 'http://localhost:8080/x', 'SHORT_LINK_HOST must be a host like'],
  ['SHORT_LINK_HOST', 'https://go.example/?a=1', 'SHORT_LINK_HOST must be a host like'],
  ['SHORT_LINK_HOST', 'not a host', 'SHORT_LINK_HOST must be a host like'],
  ['DATABASE_URL', 'postgres://u:se,cret@a:5432,b:5432/split', 'DATABASE_URL must name one host.'],
  ['DATABASE_READ_URL', 'postgres://u@db/split', 'DATABASE_READ_URL needs DATABASE_URL,'],
  ['DATABASE_READ_URL', 'postgres://a,b/split', 'DATABASE_READ_URL must name one host.'],
  ['DATABASE_READ_URL', 'db', 'DATABASE_READ_URL must be a URL like postgresql://'],
  ['DATABASE_URL', 'mysql://u:secret@db/split', 'DATABASE_URL must be a URL like postgresql://'],
  ['SMTP_URL', 'mail.example', 'SMTP_URL must be a URL like smtps://'],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an address like'],
  ['MAIL_FROM', 'a@b.example\nBcc: c@d.example', 'MAIL_FROM must be an address like'],
  ['VAPID_SUBJECT', 'me', 'VAPID_SUBJECT must be a mailto: or https: address, not "me".'],
  ['SENTRY_DSN', 'https://sentry.example/1', 'SENTRY_DSN must be a URL like'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,proxy', 'TRUSTED_PROXIES must be addresses or ranges'],
  ['TRUSTED_PROXIES', '10.0.0.0/99', 'TRUSTED_PROXIES must be addresses or ranges'],
  ['ALLOW_PRIVATE_FETCH', 'yes', 'ALLOW_PRIVATE_FETCH must be one of 0, 1, not "yes".'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of debug, info, warn, error, not "loud".'],
  ['LINKS_PER_PERSON', '0', 'LINKS_PER_PERSON must be a whole number from 1 to 10000000, not "0".'],
  ['CORES', '0', 'CORES must be a whole number from 1 to 256, not "0".'],
  ['SEARCHES_PER_MINUTE', 'all', 'SEARCHES_PER_MINUTE must be a whole number from 1 to'],
  ['SIGNUP', 'maybe', 'SIGNUP must be one of open, closed, invite, not "maybe".'],
  ['CHANNEL', 'beta', 'CHANNEL must be one of production, staging, not "beta".'],
])('%s=%j is refused in one line', (name, value, message) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(message)
  expect(read).toThrow(/^.*\.$/)
  expect(read).not.toThrow('secret')
})

test.each([
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of .*\n$/],
  [{ JWT_SECRET: 'short' }, /^JWT_SECRET must have 32 characters or more\.\n$/],
  [{ DATA_DIR: '/dev/null/x' }, /^DATA_DIR \/dev\/null\/x cannot be used: .*\n$/],
  [
    { DATA_DIR: '/proc/split' },
    /^DATA_DIR \/proc\/split cannot be used: \/proc does not allow .*\n$/,
  ],
  [{ DATA_DIR: '/proc/split/data' }, /^DATA_DIR \/proc\/split\/data cannot be used: .*\n$/],
  [{ DATA_DIR: '/sys/split/data' }, /^DATA_DIR \/sys\/split\/data cannot be used: .*\n$/],
])('a start with %j ends with one line and exit code 1', async (env, message) => {
  const { code, out, err } = await runProcess({
    env: { DATA_DIR: join(folder, 'refused'), ...env },
  })
  expect(err).toMatch(message)
  expect(out).toBe('')
  expect(code).toBe(1)
})

test('a refused database connection is explained in one line, without the password', async () => {
  const database = createServer((socket) => {
    socket.once('data', () => socket.end(REFUSAL))
    socket.on('error', () => {})
  })
  await once(database.listen(0, 'localhost'), 'listening')
  const { port } = database.address() as AddressInfo
  const DATABASE_URL = `postgres://u:secret@localhost:${port}/split`
  const { code, err } = await runProcess({
    env: { DATA_DIR: join(folder, 'refused'), DATABASE_URL },
  })
  expect(err).toBe('The database of DATABASE_URL cannot be used: no entry for user "u".\n')
  expect(code).toBe(1)
  database.close()
})

const FIELDS = 'SFATAL\0VFATAL\0C28000\0Mno entry for user "u"\0\0'
/** ErrorResponse message of the PostgreSQL protocol. */
const REFUSAL = Buffer.concat([
  Buffer.from('E'),
  Buffer.from(new Uint8Array([0, 0, 0, FIELDS.length + 4])),
  Buffer.from(FIELDS),
])

test('secrets are created once, are private to the account and stay (D-108)', () => {
  const dataDir = join(folder, 'secrets')
  const first = loadSecrets(dataDir)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(loadSecrets(dataDir)).toEqual(first)
  expect(loadSecrets(join(folder, 'others')).jwt).not.toBe(first.jwt)
})

test('secrets from the environment take precedence, so that several machines can share them (D-108)', () => {
  const shared = 'shared by every process of the site'
  const dataDir = join(folder, 'shared')
  expect(loadSecrets(dataDir, { JWT_SECRET: shared }).jwt).toBe(shared)
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).not.toContain(shared)
  expect(() => loadSecrets(dataDir, { VAPID_PUBLIC_KEY: shared })).toThrow('Set both')
})

test('damaged secrets are not replaced, because that would sign everyone out', () => {
  const dataDir = join(folder, 'damaged')
  loadSecrets(dataDir)
  writeFileSync(join(dataDir, 'secrets.json'), '{')
  expect(() => loadSecrets(dataDir)).toThrow(/secrets\.json is damaged/)
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe('{')
})
