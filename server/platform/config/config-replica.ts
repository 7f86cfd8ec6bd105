import { databaseUrl } from './config-values.ts'
import { ConfigError, readNumber, type Env } from './config-readers.ts'

/** Settings of a read replica of the database. */
export type ReplicaSettings = {
  url: string
  /** Maximum age of its data. With older data, it is not used. */
  maxLagSeconds: number
}

/** Returns the settings of the read replica; null if there is none. */
export function replicaSettings(env: Env): ReplicaSettings | null {
  const url = databaseUrl(env, 'DATABASE_READ_URL')
  if (url === null) return null
  if (databaseUrl(env) === null)
    throw new ConfigError(
      'DATABASE_READ_URL needs DATABASE_URL, because the embedded database has no replicas.',
    )
  return { url, maxLagSeconds: readNumber(env, 'DATABASE_READ_MAX_LAG', 60, 5, 3600) }
}
