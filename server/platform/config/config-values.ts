import { Resolver } from 'node:dns'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import type { S3Settings } from '../storage/s3.ts'
import {
  ConfigError,
  hasOnlyPath,
  readValue,
  throwInvalid,
  parseUrl,
  WEB_PROTOCOLS,
  type Env,
} from './config-readers.ts'

export {
  ConfigError,
  readFlag as flag,
  readFolder as folder,
  readNumber as number,
  readOneOf as oneOf,
  readOrigin as origin,
} from './config-readers.ts'

/** Returns the beginning of short links: /s on the app's origin, or a host of its own. */
export function shortLinkHost(env: Env, appOrigin: string): string {
  const value = readValue(env, 'SHORT_LINK_HOST') ?? `${appOrigin}/s`
  const scheme = new URL(appOrigin).protocol
  const parsed = parseUrl(value.includes('://') ? value : `${scheme}//${value}`, WEB_PROTOCOLS)
  const path = parsed?.pathname.replace(/\/$/, '')
  const own = parsed?.origin !== appOrigin
  if (parsed && hasOnlyPath(parsed) && (path === '/s' || (own && path === ''))) {
    return parsed.origin + path
  }
  return throwInvalid('SHORT_LINK_HOST', value, `a host like https://go.example, or ${appOrigin}/s`)
}

/** Returns a URL that may contain a password, so the error message does not repeat it. */
function secretUrl(env: Env, name: string, protocols: string[], example: string): string | null {
  const value = readValue(env, name)
  if (value === undefined) return null
  if (parseUrl(value, protocols)) return value
  throw new ConfigError(`${name} must be a URL like ${example}.`)
}

export function databaseUrl(env: Env, name = 'DATABASE_URL'): string | null {
  if (/^postgres(ql)?:\/\/([^/?]*@)?(?![^/?]*@)[^/?]*,/.test(readValue(env, name) ?? '')) {
    const server = name === 'DATABASE_URL' ? 'the primary' : 'a replica'
    throw new ConfigError(
      `${name} must name one host. For several, name a proxy that connects to ${server}.`,
    )
  }
  return secretUrl(
    env,
    name,
    ['postgres:', 'postgresql:'],
    'postgresql://user:password@host:5432/split',
  )
}

export const smtpUrl = (env: Env) =>
  secretUrl(env, 'SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465')

/**
 * Returns the gateway for text messages, which receives phone numbers and codes. Use http only for
 * a gateway on this machine or its network.
 */
export const smsUrl = (env: Env) =>
  secretUrl(env, 'SMS_URL', WEB_PROTOCOLS, 'https://gateway.example/send?key=secret')

const MIN_TOKEN_LENGTH = 16

export function metricsToken(env: Env): string | null {
  const token = readValue(env, 'METRICS_TOKEN') ?? null
  if (token !== null && token.length < MIN_TOKEN_LENGTH)
    throw new ConfigError(`METRICS_TOKEN must have ${MIN_TOKEN_LENGTH} characters or more.`)
  return token
}

export function sentryDsn(env: Env): string | null {
  if (readValue(env, 'SENTRY_DSN') === 'self') return 'self'
  const example = 'https://key@sentry.example/1, or the word self'
  const value = secretUrl(env, 'SENTRY_DSN', WEB_PROTOCOLS, example)
  const parsed = value === null ? null : new URL(value)
  if (parsed && (parsed.username === '' || !/\/\d+$/.test(parsed.pathname))) {
    throw new ConfigError(`SENTRY_DSN must be a URL like ${example}.`)
  }
  return value
}

export function mailAddress(env: Env, fallback: string, name = 'MAIL_FROM'): string {
  const value = readValue(env, name) ?? fallback
  if (/^[^\s<>@,]+@[^\s<>@,]+$/.test(value)) return value
  return throwInvalid(name, value, 'an address like no-reply@app.example')
}

/**
 * Returns the address for reports of links. The default is the address of VAPID_SUBJECT, or else
 * the postmaster.
 */
export function operatorEmail(env: Env, vapidSubject: string, appOrigin: string): string {
  const byDefault = vapidSubject.startsWith('mailto:')
    ? vapidSubject.slice('mailto:'.length)
    : `postmaster@${new URL(appOrigin).hostname}`
  return mailAddress(env, byDefault, 'OPERATOR_EMAIL')
}

/**
 * Returns the contact for push services. They refuse addresses that they cannot reach, such as
 * localhost.
 */
export function vapidSubject(env: Env, appOrigin: string, machine: string): string {
  const byDefault = appOrigin.startsWith('https:') ? appOrigin : `mailto:postmaster@${machine}`
  const value = readValue(env, 'VAPID_SUBJECT') ?? byDefault
  if (/^mailto:\S+@\S+$/.test(value) || parseUrl(value, ['https:'])) return value
  return throwInvalid('VAPID_SUBJECT', value, 'a mailto: or https: address')
}

/** Returns the comma-separated values of a variable. */
const commaSeparated = (env: Env, name: string) =>
  (readValue(env, name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Returns an amount of whole dollars in cents; null if it is not set. */
export function readCents(env: Env, name: string): number | null {
  const value = readValue(env, name)
  if (value === undefined) return null
  if (/^\d{1,7}$/.test(value)) return Number(value) * 100
  return throwInvalid(name, value, 'a sum in whole dollars like 600')
}

export function dnsServers(env: Env): string[] {
  const servers = commaSeparated(env, 'DNS_SERVERS')
  const wrong = servers.find((server) => !isDnsServer(server))
  if (wrong === undefined) return servers
  return throwInvalid(
    'DNS_SERVERS',
    wrong,
    'addresses like 9.9.9.9 or 127.0.0.1:5353, separated by commas',
  )
}

function isDnsServer(server: string): boolean {
  try {
    new Resolver().setServers([server])
    return true
  } catch {
    return false
  }
}

export function proxies(env: Env): string[] {
  const entries = commaSeparated(env, 'TRUSTED_PROXIES')
  const wrong = entries.find((entry) => isIP(entry) === 0 && !ipaddr.isValidCIDR(entry))
  if (wrong === undefined) return entries
  return throwInvalid(
    'TRUSTED_PROXIES',
    wrong,
    'addresses or ranges like 10.0.0.0/8, separated by commas',
  )
}

/**
 * Returns the S3 settings; null if none is set. Throws if only some are, because pictures would be
 * lost.
 */
export function s3Store(env: Env): S3Settings | null {
  const presentNames = S3_NAMES.filter((name) => readValue(env, name) !== undefined)
  if (presentNames.length === 0) return null
  const missing = S3_NAMES.find((name) => readValue(env, name) === undefined)
  if (missing) throw new ConfigError(`${missing} must be set too when ${presentNames[0]} is.`)
  const [endpoint = '', bucket = '', accessKey = '', secretKey = ''] = S3_NAMES.map((name) =>
    readValue(env, name),
  )
  const at = parseUrl(endpoint, WEB_PROTOCOLS)
  // The message does not repeat the value, which may contain a password.
  if (!at || !hasOnlyPath(at))
    throw new ConfigError('S3_ENDPOINT must be a URL like https://s3.example.')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i.test(bucket)) {
    throwInvalid('S3_BUCKET', bucket, 'the name of a bucket')
  }
  const region = readValue(env, 'S3_REGION') ?? 'us-east-1'
  return { endpoint: at.href.replace(/\/$/, ''), bucket, accessKey, secretKey, region }
}

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

/** Marker before the metadata of a MaxMind file, near its end. */
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const MAX_METADATA_BYTES = 128 * 1024

/**
 * Returns the path of the country database. Throws if the file is missing or not in MaxMind's
 * format.
 */
export function countryFile(env: Env): string | null {
  const value = readValue(env, 'GEOIP_DB')
  if (value === undefined) return null
  const path = resolve(value)
  if (isCountryFile(path)) return path
  return throwInvalid('GEOIP_DB', value, 'a country database in MaxMind’s format')
}

function isCountryFile(path: string): boolean {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const { size } = fstatSync(file)
    const end = Buffer.alloc(Math.min(size, MAX_METADATA_BYTES))
    readSync(file, end, 0, end.length, size - end.length)
    return end.includes(METADATA_MARKER)
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
