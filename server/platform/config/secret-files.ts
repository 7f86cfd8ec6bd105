import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

/**
 * Settings whose value may be in a file instead, as Docker and Kubernetes provide secrets. The
 * passphrase of backups has a setting of its own.
 */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SMTP_URL',
  'SMS_URL',
  'JWT_SECRET',
  'SIGNING_SECRET',
  'VAPID_PRIVATE_KEY',
  'SEARCH_KEY',
  'INSTAGRAM_APP_SECRET',
  'FACEBOOK_APP_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'SENTRY_DSN',
  'METRICS_TOKEN',
  'EDGE_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

/**
 * Sets each secret from the file that `NAME_FILE` names, without spaces and line breaks around it.
 * Throws a `ConfigError` if a file cannot be read or is empty, or if both settings are set.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): void {
  for (const name of SECRET_SETTINGS) {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) continue
    if (env[name]?.trim()) throw new ConfigError(`Set either ${name} or ${name}_FILE.`)
    env[name] = readSecret(`${name}_FILE`, path)
  }
}

function readSecret(setting: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${setting}: ${path} cannot be read (${code}).`)
  }
  if (text === '') throw new ConfigError(`${setting}: ${path} is empty.`)
  return text
}
