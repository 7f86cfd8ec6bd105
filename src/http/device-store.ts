import * as v from 'valibot'
import { singleStore } from './one-store.ts'

/**
 * Database of the push devices. It is separate from the session because it outlives a sign-out, and
 * contains only device ids.
 */
export const DEVICE_DATABASE = 'split-devices'
const store = singleStore(DEVICE_DATABASE, 'devices')

const StoredDevice = v.object({
  id: v.number(),
  endpoint: v.string(),
  /**
   * Fingerprint of the session that registered it. The server deletes the device with the session.
   */
  session: v.nullable(v.string()),
})
export type StoredDevice = v.InferOutput<typeof StoredDevice>

const Ids = v.array(v.number())

/** Returns the device under which the server knows this browser, or null. */
export const readDevice = () => read('current', v.nullable(StoredDevice), null)

/** Stores the current device and removes its id from those that the server still has to delete. */
export async function storeDevice(device: StoredDevice): Promise<void> {
  await clearDevice(device.id, false)
  await write('current', device)
}

/**
 * Returns whether the user switched push off in this browser, independently of the browser's
 * permission.
 */
export const isPushOff = () => read('off', v.boolean(), false)
export const setPushOff = (isOff: boolean) => write('off', isOff)

/**
 * Returns the ids of devices that could not be deleted on the server. The next sign-in deletes
 * them.
 */
export const devicesToDelete = () => read('left', Ids, [])

/** Removes the current device, and keeps its id if the server still has to delete it. */
export async function clearDevice(id: number, isDeletePending: boolean): Promise<void> {
  const pending = new Set(await devicesToDelete())
  if (isDeletePending) pending.add(id)
  else pending.delete(id)
  await write('left', [...pending])
  if ((await readDevice())?.id === id) await write('current', null)
}

async function read<T>(key: string, schema: v.GenericSchema<unknown, T>, fallback: T): Promise<T> {
  try {
    const parsed = v.safeParse(schema, await store.read((kept) => kept.get(key)))
    return parsed.success ? parsed.output : fallback
  } catch {
    return fallback
  }
}

/**
 * Without IndexedDB, the device is registered again at each start. The server recognizes it by its
 * endpoint.
 */
async function write(key: string, value: unknown): Promise<void> {
  await store.write((kept) => kept.put(value, key)).catch(() => undefined)
}
