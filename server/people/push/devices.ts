import { ECDH } from 'node:crypto'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Device, NewDevice } from '#contract/people/devices.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { devices } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { addressCheck, parseForeignUrl } from '../../platform/fetcher/foreign-url.ts'

/** Maximum number of devices per user. When it is exceeded, the oldest is deleted. */
const MAX_DEVICES = 50
/** Maximum length that a database index supports. Push services use a few hundred characters. */
const MAX_ENDPOINT = 2000

/**
 * Stores a browser's subscription. A device with this endpoint that belongs to another user moves
 * to the user who is signed in now.
 */
export async function registerDevice(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  user: SignedInUser,
  { endpoint: typed, keys, browser }: NewDevice,
): Promise<{ device: Device; isNew: boolean }> {
  const endpoint = checkedEndpoint(typed, config)
  const values = { browser, sessionId: user.sessionId, ...checkedKeys(keys) }
  return db.transaction(async (tx) => {
    await tx.delete(devices).where(and(eq(devices.endpoint, endpoint), ne(devices.userId, user.id)))
    const [known] = await tx
      .update(devices)
      .set(values)
      .where(and(ownDevices(user.id), eq(devices.endpoint, endpoint)))
      .returning({ id: devices.id })
    if (known) return { device: { id: known.id, browser, active: true }, isNew: false }
    const [added] = await tx
      .insert(devices)
      .values({ ...values, userId: user.id, endpoint })
      .onConflictDoUpdate({ target: devices.endpoint, set: { ...values, userId: user.id } })
      .returning({ id: devices.id })
    if (!added) throw new Error('insert returned no row')
    await removeOldest(tx, user.id)
    return { device: { id: added.id, browser, active: true }, isNew: true }
  })
}

/** Deletes a device. Returns false if this user has no such device. */
export async function removeDevice(db: DbOrTx, userId: string, id: number): Promise<boolean> {
  const rows = await db
    .delete(devices)
    .where(and(ownDevices(userId), eq(devices.id, id)))
    .returning({ id: devices.id })
  return rows.length > 0
}

const ownDevices = (userId: string) => eq(devices.userId, userId)

async function removeOldest(tx: Tx, userId: string) {
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(ownDevices(userId))
    .orderBy(devices.id)
  const tooMany = rows.slice(0, Math.max(0, rows.length - MAX_DEVICES)).map(({ id }) => id)
  if (tooMany.length > 0) await tx.delete(devices).where(inArray(devices.id, tooMany))
}

/**
 * Returns the endpoint if it is an https URL of a public host. The resolved address is checked when
 * a message is sent.
 */
function checkedEndpoint(typed: string, config: Config): string {
  const problem = new FieldError('endpoint', 'endpoint is not the URL of a push service.')
  try {
    const url = parseForeignUrl(typed, addressCheck(config))
    if (url.protocol !== 'https:' || url.href.length > MAX_ENDPOINT) throw problem
    return url.href
  } catch {
    throw problem
  }
}

/**
 * Checks the keys: a point on the curve and sixteen bytes. Otherwise no message could be encrypted
 * for this browser.
 */
function checkedKeys({ p256dh, auth }: NewDevice['keys']) {
  const point = Buffer.from(p256dh, 'base64url')
  const secret = Buffer.from(auth, 'base64url')
  if (point.length !== 65 || !isOnCurve(point)) {
    throw new FieldError('keys', 'p256dh must be a P-256 public key in base64url.')
  }
  if (secret.length !== 16) throw new FieldError('keys', 'auth must be 16 bytes in base64url.')
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') }
}

function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}
