import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VERSIONS } from '#contract/app-constants.ts'
import type { LegalPages } from '../html/legal-links.ts'
import { readLegalPages } from './legal-files.ts'
import { LOG_LEVELS, type LogLevel } from '../log/log.ts'
import { isSampleData } from './sample-data.ts'
import {
  ConfigError,
  countryFile,
  databaseUrl,
  dnsServers,
  dollars,
  flag,
  folder,
  mailAddress,
  number,
  oneOf,
  operatorEmail,
  origin,
  proxies,
  s3Store,
  sentryDsn,
  shortLinkHost,
  smsUrl,
  smtpUrl,
  vapidSubject,
} from './config-values.ts'
import { backupSettings, type BackupSettings } from './config-backup.ts'
import { providers, searchEngine, type Providers, type SearchSettings } from './config-providers.ts'
import type { S3Settings } from '../storage/s3.ts'

export { ConfigError }

/** How much one person may ask of this server. */
export type Ceilings = {
  links: number
  linksPerHour: number
  searchesPerMinute: number
  /** Codes that a link has given up; they stay its own for good. */
  formerCodes: number
}

/** What an operator sets, read and checked once at start. */
export type Config = {
  port: number
  /** Address to listen on; empty for every address of this machine. */
  host: string
  dataDir: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  appOrigin: string
  /** What short URLs begin with, without a final slash. */
  shortLinkHost: string
  smtpUrl: string | null
  /** A gateway that takes `{to, text}` as JSON; null: no message leaves this machine. */
  smsUrl: string | null
  mailFrom: string
  vapidSubject: string
  operatorEmail: string
  /** What the operator says about this site, and where that is written. */
  legal: LegalPages
  pagesDir: string
  /** All of it is made up (`npm run demo`), and says so wherever it is shown. */
  sampleData: boolean
  sentryDsn: string | null
  trustedProxies: string[]
  /** How many connections one address may have open; proxies as many as they like. */
  connectionsPerAddress: number
  allowPrivateFetch: boolean
  /** Who is asked about people's own domains; empty: the resolver of this machine. */
  dnsServers: string[]
  /** Null: pictures lie in `dataDir`. */
  s3: S3Settings | null
  /** Programs of an older PostgreSQL, to bring the embedded database over from it; null: where Debian has them. */
  pgOldBin: string | null
  /** Null: none is written by itself. */
  backup: BackupSettings | null
  /** How much disk the resized copies of pictures may take. */
  imageCacheBytes: number
  ceilings: Ceilings
  /** Where accounts elsewhere are connected. */
  providers: Providers
  /** How long single clicks are kept; what they add up to stays. */
  clickLogDays: number
  /** From which sum a year a tax form is needed, in cents; null: never. */
  taxFormFromCents: number | null
  logLevel: LogLevel
  signup: 'open' | 'closed' | 'invite'
  /** What is asked for pages of the web; null: the search stays within this installation. */
  searchEngine: SearchSettings | null
  /** By which visitors' countries are looked up; null: they are not known. */
  geoipDb: string | null
  /** Whether people may have friends mailed. */
  referralMail: boolean
  /** What whoever brings somebody gets of their commissions, in percent; 0: nothing. */
  referralShare: number
  /** Whether people and brands may write to each other here. */
  chat: boolean
  channel: 'production' | 'staging'
  version: string
  /** The built app: index.html, sw.js, assets. */
  distDir: string
}

type Env = Record<string, string | undefined>

/** Throws a `ConfigError` of one line for the first value that cannot work. */
export function readConfig(env: Env): Config {
  const port = number(env, 'PORT', 8080, 1, 65_535)
  const appOrigin = origin(env, 'APP_ORIGIN', `http://localhost:${port}`)
  const subject = vapidSubject(env, appOrigin, hostname())
  const channel = oneOf(env, 'CHANNEL', ['production', 'staging'] as const, 'production')
  const dataDir = resolve(env['DATA_DIR']?.trim() || 'data')
  const pagesDir = folder(env, 'PAGES_DIR', join(dataDir, 'pages'))
  return {
    port,
    host: env['HOST']?.trim() ?? '',
    dataDir,
    databaseUrl: databaseUrl(env),
    appOrigin,
    shortLinkHost: shortLinkHost(env, appOrigin),
    smtpUrl: smtpUrl(env),
    smsUrl: smsUrl(env),
    mailFrom: mailAddress(env, `no-reply@${new URL(appOrigin).hostname}`),
    vapidSubject: subject,
    operatorEmail: operatorEmail(env, subject, appOrigin),
    legal: readLegalPages(pagesDir),
    pagesDir,
    sampleData: isSampleData(dataDir),
    sentryDsn: sentryDsn(env),
    trustedProxies: proxies(env),
    connectionsPerAddress: number(env, 'CONNECTIONS_PER_ADDRESS', 200, 1, 10_000),
    allowPrivateFetch: flag(env, 'ALLOW_PRIVATE_FETCH'),
    dnsServers: dnsServers(env),
    s3: s3Store(env),
    pgOldBin: env['PG_OLD_BIN']?.trim() || null,
    backup: backupSettings(env),
    imageCacheBytes: number(env, 'IMAGE_CACHE_MB', 512, 1, 1_000_000) * 1024 * 1024,
    ceilings: {
      links: number(env, 'LINKS_PER_PERSON', 50_000, 1, 10_000_000),
      linksPerHour: number(env, 'LINKS_PER_HOUR', 25_000, 1, 10_000_000),
      searchesPerMinute: number(env, 'SEARCHES_PER_MINUTE', 600, 1, 1_000_000),
      formerCodes: number(env, 'FORMER_CODES_PER_LINK', 20, 0, 10_000),
    },
    providers: providers(env),
    searchEngine: searchEngine(env),
    clickLogDays: number(env, 'CLICK_LOG_DAYS', 400, 2, 100_000),
    taxFormFromCents: dollars(env, 'TAX_FORM_FROM'),
    geoipDb: countryFile(env),
    chat: oneOf(env, 'CHAT', ['on', 'off'] as const, 'on') === 'on',
    referralMail: oneOf(env, 'REFERRAL_MAIL', ['on', 'off'] as const, 'off') === 'on',
    referralShare: number(env, 'REFERRAL_SHARE', 0, 0, 100),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    signup: oneOf(env, 'SIGNUP', ['open', 'closed', 'invite'] as const, 'open'),
    channel,
    version: VERSIONS[channel],
    distDir: env['DIST_DIR']?.trim() || builtApp(),
  }
}

/** Beside us when we run from dist/server, in dist when we run from the sources. */
function builtApp(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const bundled = basename(dirname(here)) === 'dist'
  return join(here, bundled ? '../app' : '../../../dist/app')
}
