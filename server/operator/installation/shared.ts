import { randomUUID, scryptSync } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { operatorSettings } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { writeOnce } from '../../platform/secrets/write-once.ts'

/** Settings that all servers of one database must share. */
export const SHARED_SETTINGS = ['secrets', 'storage'] as const
export type SharedSetting = (typeof SHARED_SETTINGS)[number]

type ServerSetup = { config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>; secrets: Secrets }

const REFUSALS: Record<SharedSetting, string> = {
  secrets:
    'This server has other secrets than the one that first used this database: set JWT_SECRET, SIGNING_SECRET, VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY to the same on every machine (that one has them in its DATA_DIR/secrets.json), or, if they were changed on purpose, run: npm run operator -- accept secrets',
  storage:
    'This server keeps pictures elsewhere than the one that first used this database: set the same S3_ENDPOINT and S3_BUCKET on every machine, or mount one folder at DATA_DIR/media, or, if they were moved on purpose, run: npm run operator -- accept storage',
}

/**
 * Throws a `ConfigError` if this server has other secrets or another picture storage than the first
 * server of this database. Otherwise servers would reject each other's forms and miss each other's
 * pictures. The embedded database has only one server, so nothing is checked there.
 */
export async function checkShared(db: Db, setup: ServerSetup): Promise<void> {
  if (setup.config.databaseUrl === null) return
  for (const what of SHARED_SETTINGS) {
    const value = identityOf(what, setup)
    await db
      .insert(operatorSettings)
      .values({ key: keyOf(what), value })
      .onConflictDoNothing()
    const [row] = await db
      .select({ value: operatorSettings.value })
      .from(operatorSettings)
      .where(eq(operatorSettings.key, keyOf(what)))
    if (row?.value !== value) throw new ConfigError(REFUSALS[what])
  }
}

/** Makes this machine's value the reference, after a deliberate change. */
export async function acceptShared(db: Db, what: SharedSetting, setup: ServerSetup): Promise<void> {
  const value = identityOf(what, setup)
  await db
    .insert(operatorSettings)
    .values({ key: keyOf(what), value })
    .onConflictDoUpdate({ target: operatorSettings.key, set: { value } })
}

const keyOf = (what: SharedSetting) => `shared-${what}`

/** Settings key of the picture storage. */
export const STORAGE_KEY = keyOf('storage')

const identityOf = (what: SharedSetting, { config, secrets }: ServerSetup) =>
  what === 'secrets' ? fingerprint(secrets) : storageOf(config)

/** Uses scrypt, so that guessing the secrets from the stored fingerprint is slow. */
function fingerprint({ jwt, signing, vapid }: Secrets): string {
  const all = JSON.stringify([jwt, signing, vapid.publicKey, vapid.privateKey])
  return scryptSync(all, 'what servers share', 24).toString('base64url')
}

function storageOf({ s3, dataDir }: ServerSetup['config']): string {
  return s3 ? `${s3.endpoint}/${s3.bucket}` : `folder ${readMarker(join(dataDir, 'media'))}`
}

export const MARKER_FILE = 'storage-id'

/** Returns the id in the folder's marker file, because the path may differ on each machine. */
function readMarker(folder: string): string {
  const path = join(folder, MARKER_FILE)
  mkdirSync(folder, { recursive: true })
  writeOnce(path, randomUUID())
  return readFileSync(path, 'utf8')
}
