import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

export type Env = Record<string, string | undefined>

export { ConfigError }

/** Returns the value of a variable. An empty one counts as not set. */
export const readValue = (env: Env, name: string) => env[name]?.trim() || undefined

export function throwInvalid(name: string, value: string, expected: string): never {
  throw new ConfigError(`${name} must be ${expected}, not ${JSON.stringify(value)}.`)
}

export function readNumber(env: Env, name: string, fallback: number, min: number, max: number) {
  const value = readValue(env, name)
  if (value === undefined) return fallback
  const parsed = Number(value)
  if (/^\d+$/.test(value) && parsed >= min && parsed <= max) return parsed
  return throwInvalid(name, value, `a whole number from ${min} to ${max}`)
}

export function readOneOf<Value extends string>(
  env: Env,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const value = readValue(env, name)
  if (value === undefined) return fallback
  return (
    values.find((known) => known === value) ??
    throwInvalid(name, value, `one of ${values.join(', ')}`)
  )
}

/** Returns a value that must match a pattern. */
export function readMatching(
  env: Env,
  name: string,
  { fallback, shape, expected }: { fallback: string; shape: RegExp; expected: string },
): string {
  const value = readValue(env, name) ?? fallback
  return shape.test(value) ? value : throwInvalid(name, value, expected)
}

export function readFlag(env: Env, name: string): boolean {
  return readOneOf(env, name, ['0', '1'] as const, '0') === '1'
}

export function parseUrl(value: string, protocols: string[]): URL | undefined {
  const parsed = canParseUrl(value) ? new URL(value) : undefined
  return parsed && protocols.includes(parsed.protocol) ? parsed : undefined
}

export const WEB_PROTOCOLS = ['http:', 'https:']
export const hasOnlyPath = (at: URL) => at.search === '' && at.hash === '' && at.username === ''

export function readOrigin(env: Env, name: string, fallback: string): string {
  const value = readValue(env, name) ?? fallback
  const parsed = parseUrl(value, WEB_PROTOCOLS)
  if (parsed && hasOnlyPath(parsed) && parsed.pathname === '/') return parsed.origin
  return throwInvalid(name, value, 'an origin like https://app.example')
}

/** Returns the path of a folder. A folder that is set must exist. */
export function readFolder(env: Env, name: string, fallback: string): string {
  const value = readValue(env, name)
  if (value === undefined) return fallback
  const path = resolve(value)
  if (existsSync(path) && statSync(path).isDirectory()) return path
  return throwInvalid(name, value, 'a folder')
}
