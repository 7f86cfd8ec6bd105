import { hostname } from 'node:os'
import { ConfigError, readMatching, readOrigin, readValue, type Env } from './config-readers.ts'

const MIN_TOKEN_LENGTH = 32

/** Settings of an edge server. */
export type EdgeSettings = {
  /** Address of the server with the database. */
  origin: string
  token: string
  name: string
}

/** Returns the token that edges send to their origin; null if it is not set. */
export function edgeToken(env: Env): string | null {
  const token = readValue(env, 'EDGE_TOKEN') ?? null
  if (token !== null && token.length < MIN_TOKEN_LENGTH)
    throw new ConfigError(`EDGE_TOKEN must have ${MIN_TOKEN_LENGTH} characters or more.`)
  return token
}

/** Returns the settings of an edge. Throws if one is missing or does not belong to an edge. */
export function edgeSettings(env: Env): EdgeSettings {
  const token = edgeToken(env)
  if (token === null) throw new ConfigError('EDGE_TOKEN must be set on an edge.')
  if (readValue(env, 'EDGE_ORIGIN') === undefined)
    throw new ConfigError('EDGE_ORIGIN must be set on an edge.')
  if (readValue(env, 'APP_ORIGIN') === undefined)
    throw new ConfigError('APP_ORIGIN must be set on an edge, as at its origin.')
  if (readValue(env, 'DATABASE_URL') !== undefined)
    throw new ConfigError('An edge has its own embedded database. Remove DATABASE_URL.')
  const name = { fallback: hostname(), shape: /^[\w.-]{1,60}$/, expected: 'a name like edge-paris' }
  return {
    origin: readOrigin(env, 'EDGE_ORIGIN', ''),
    token,
    name: readMatching(env, 'EDGE_NAME', name),
  }
}
