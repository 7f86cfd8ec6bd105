import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'

export type Env = Record<string, string | undefined>

export { ConfigError }

/** Returns the value of a variable. An empty one counts as not set. */
export const read = (env: Env, name: string) => env[name]?.trim() || undefined

export function refuse(name: string, value: string, wanted: string): never {
  throw new ConfigError(`${name} must be ${wanted}, not ${JSON.stringify(value)}.`)
}

export function number(env: Env, name: string, fallback: number, min: number, max: number) {
  const value = read(env, name)
  if (value === undefined) return fallback
  const parsed = Number(value)
  if (/^\d+$/.test(value) && parsed >= min && parsed <= max) return parsed
  return refuse(name, value, `a whole number from ${min} to ${max}`)
}

export function oneOf<Value extends string>(
  env: Env,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const value = read(env, name)
  if (value === undefined) return fallback
  return (
    values.find((known) => known === value) ?? refuse(name, value, `one of ${values.join(', ')}`)
  )
}

/** Returns a value that must match a pattern. */
export function oneLine(
  env: Env,
  name: string,
  { fallback, shape, wanted }: { fallback: string; shape: RegExp; wanted: string },
): string {
  const value = read(env, name) ?? fallback
  return shape.test(value) ? value : refuse(name, value, wanted)
}

export function flag(env: Env, name: string): boolean {
  return oneOf(env, name, ['0', '1'] as const, '0') === '1'
}

export function url(value: string, protocols: string[]): URL | undefined {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  return parsed && protocols.includes(parsed.protocol) ? parsed : undefined
}

export const WEB = ['http:', 'https:']
export const isBare = (at: URL) => at.search === '' && at.hash === '' && at.username === ''

export function origin(env: Env, name: string, fallback: string): string {
  const value = read(env, name) ?? fallback
  const parsed = url(value, WEB)
  if (parsed && isBare(parsed) && parsed.pathname === '/') return parsed.origin
  return refuse(name, value, 'an origin like https://app.example')
}

/** Returns the path of a folder. A folder that is set must exist. */
export function folder(env: Env, name: string, fallback: string): string {
  const value = read(env, name)
  if (value === undefined) return fallback
  const path = resolve(value)
  if (existsSync(path) && statSync(path).isDirectory()) return path
  return refuse(name, value, 'a folder')
}
