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
  readCents,
  flag,
  folder,
  mailAddress,
  metricsToken,
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
import {
  paypal,
  providers,
  searchEngine,
  type PaypalSettings,
  type Providers,
  type SearchSettings,
} from './config-providers.ts'
import { oidcSettings, type OidcSettings } from './config-oidc.ts'
import { edgeToken } from './config-edge.ts'
import { replicaSettings, type ReplicaSettings } from './config-replica.ts'
import { traceSettings, type TraceSettings } from './config-traces.ts'
import { checkProduct, productLogo } from './config-product.ts'
import type { S3Settings } from '../storage/s3.ts'

export { ConfigError }

/** Limits per user. */
export type Ceilings = {
  links: number
  linksPerHour: number
  searchesPerMinute: number
  /** Maximum number of former short codes that a link keeps. */
  formerCodes: number
}

/** Settings of the operator, read and checked once at the start. */
export type Config = {
  port: number
  /** Address to listen on; empty for every address of this machine. */
  host: string
  /** Number of processes that answer requests; null to choose by the number of cores. */
  cores: number | null
  dataDir: string
  /** URL of PostgreSQL; null for the embedded one. */
  databaseUrl: string | null
  /** Replica for reads that may be older than the primary's data; null for none. */
  readReplica: ReplicaSettings | null
  appOrigin: string
  /** Beginning of all short URLs, without a trailing slash. */
  shortLinkHost: string
  smtpUrl: string | null
  /**
   * Gateway that accepts `{to, text}` as JSON; null to write text messages to the outbox folder.
   */
  smsUrl: string | null
  mailFrom: string
  vapidSubject: string
  operatorEmail: string
  /** Address to which users write. */
  supportEmail: string
  /** Content of the operator's logo, PNG or SVG; null for the mark of the product. */
  productLogo: Buffer | null
  /** Legal pages of the operator, and their folder. */
  legal: LegalPages
  pagesDir: string
  /** True if all data is invented (`npm run demo`). The server says so everywhere. */
  sampleData: boolean
  sentryDsn: string | null
  /** Token with which Prometheus may read /metrics from another machine; null for none. */
  metricsToken: string | null
  /** Token that edge servers send to their origin; null if there are no edges. */
  edgeToken: string | null
  /** Collector of traces; null for none. */
  traces: TraceSettings | null
  trustedProxies: string[]
  /** Maximum number of open connections per client address. Trusted proxies are exempt. */
  connectionsPerAddress: number
  allowPrivateFetch: boolean
  /** DNS servers for checks of custom domains; empty for the resolver of this machine. */
  dnsServers: string[]
  /** Storage for pictures; null for `dataDir`. */
  s3: S3Settings | null
  /**
   * Folder of the programs of an older PostgreSQL, to upgrade the embedded database; null for
   * Debian's folders.
   */
  pgOldBin: string | null
  /** Nightly backup; null for none. */
  backup: BackupSettings | null
  /** Maximum size of the cache of resized pictures. */
  imageCacheBytes: number
  ceilings: Ceilings
  /** Providers to which users can connect accounts. */
  providers: Providers
  /** PayPal app that sends payouts; null to pay by hand. */
  paypal: PaypalSettings | null
  /** Days for which single clicks are stored. Totals are kept. */
  clickLogDays: number
  /** Payouts per year above which a tax form is required, in cents; null for never. */
  taxFormFromCents: number | null
  logLevel: LogLevel
  signup: 'open' | 'closed' | 'invite'
  /** OpenID Connect provider for sign-in; null for none. */
  oidc: OidcSettings | null
  /** Web search API; null to search this installation only. */
  searchEngine: SearchSettings | null
  /** File that maps addresses to countries; null if countries are not recorded. */
  geoipDb: string | null
  /** Whether users can invite friends by email. */
  referralMail: boolean
  /** Referrer's share of a new user's commissions, in percent; 0 for none. */
  referralShare: number
  /** Whether users and brands can send each other messages. */
  chat: boolean
  /** Whether brands can apply at /desk/apply. */
  deskApply: boolean
  channel: 'production' | 'staging'
  version: string
  /** Folder of the built app: index.html, sw.js, assets. */
  distDir: string
}

type Env = Record<string, string | undefined>

/** Reads and checks all settings. Throws a one-line `ConfigError` for the first invalid value. */
export function readConfig(env: Env): Config {
  const port = number(env, 'PORT', 8080, 1, 65_535)
  const appOrigin = origin(env, 'APP_ORIGIN', `http://localhost:${port}`)
  const subject = vapidSubject(env, appOrigin, hostname())
  const channel = oneOf(env, 'CHANNEL', ['production', 'staging'] as const, 'production')
  const dataDir = resolve(env['DATA_DIR']?.trim() || 'data')
  const operator = operatorEmail(env, subject, appOrigin)
  checkProduct(env)
  const pagesDir = folder(env, 'PAGES_DIR', join(dataDir, 'pages'))
  return {
    port,
    host: env['HOST']?.trim() ?? '',
    cores: env['CORES']?.trim() ? number(env, 'CORES', 1, 1, 256) : null,
    dataDir,
    databaseUrl: databaseUrl(env),
    readReplica: replicaSettings(env),
    appOrigin,
    shortLinkHost: shortLinkHost(env, appOrigin),
    smtpUrl: smtpUrl(env),
    smsUrl: smsUrl(env),
    mailFrom: mailAddress(env, `no-reply@${new URL(appOrigin).hostname}`),
    vapidSubject: subject,
    operatorEmail: operator,
    supportEmail: mailAddress(env, operator, 'SUPPORT_EMAIL'),
    productLogo: productLogo(env),
    legal: readLegalPages(pagesDir),
    pagesDir,
    sampleData: isSampleData(dataDir),
    sentryDsn: sentryDsn(env),
    metricsToken: metricsToken(env),
    edgeToken: edgeToken(env),
    traces: traceSettings(env),
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
    paypal: paypal(env),
    clickLogDays: number(env, 'CLICK_LOG_DAYS', 400, 2, 100_000),
    taxFormFromCents: readCents(env, 'TAX_FORM_FROM'),
    geoipDb: countryFile(env),
    chat: oneOf(env, 'CHAT', ['on', 'off'] as const, 'on') === 'on',
    deskApply: oneOf(env, 'DESK_APPLY', ['on', 'off'] as const, 'off') === 'on',
    referralMail: oneOf(env, 'REFERRAL_MAIL', ['on', 'off'] as const, 'off') === 'on',
    referralShare: number(env, 'REFERRAL_SHARE', 0, 0, 100),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    signup: oneOf(env, 'SIGNUP', ['open', 'closed', 'invite'] as const, 'open'),
    oidc: oidcSettings(env),
    channel,
    version: VERSIONS[channel],
    distDir: env['DIST_DIR']?.trim() || findBuiltApp(),
  }
}

/** Returns the folder of the built app: next to dist/server in a build, dist/app in the sources. */
function findBuiltApp(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const bundled = basename(dirname(here)) === 'dist'
  return join(here, bundled ? '../app' : '../../../dist/app')
}
