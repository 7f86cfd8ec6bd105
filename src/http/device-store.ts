import * as v from 'valibot'
import { oneStore } from './one-store.ts'

/** Beside the session's database, since it outlives a sign-out; it knows ids of devices and nobody. */
export const DEVICE_DATABASE = 'split-devices'
const store = oneStore(DEVICE_DATABASE, 'devices')

const StoredDevice = v.object({
  id: v.number(),
  endpoint: v.string(),
  /** Fingerprint of the session that registered it: the server forgets the device with the session. */
  session: v.nullable(v.string()),
})
export type StoredDevice = v.InferOutput<typeof StoredDevice>

const Ids = v.array(v.number())

/** What the server knows this browser as. */
export const readDevice = () => read('current', v.nullable(StoredDevice), null)

/** One that is registered again is no longer to be forgotten. */
export async function storeDevice(device: StoredDevice): Promise<void> {
  await dropDevice(device.id, false)
  await write('current', device)
}

/** The person wants no messages in this browser, whatever the browser allows. */
export const isPushOff = () => read('off', v.boolean(), false)
export const setPushOff = (isOff: boolean) => write('off', isOff)

/** Devices that the server could not be told to forget; the next sign-in tells it. */
export const leftDevices = () => read('left', Ids, [])

/** From here on this browser has no device; `isLeft`: the server still has to hear of that. */
export async function dropDevice(id: number, isLeft: boolean): Promise<void> {
  const left = new Set(await leftDevices())
  if (isLeft) left.add(id)
  else left.delete(id)
  await write('left', [...left])
  if ((await readDevice())?.id === id) await write('current', null)
}

async function read<T>(key: string, schema: v.GenericSchema<unknown, T>, otherwise: T): Promise<T> {
  try {
    const parsed = v.safeParse(schema, await store.read((kept) => kept.get(key)))
    return parsed.success ? parsed.output : otherwise
  } catch {
    return otherwise
  }
}

/** Without IndexedDB the device is registered anew at each start, which is the same device. */
async function write(key: string, value: unknown): Promise<void> {
  await store.write((kept) => kept.put(value, key)).catch(() => undefined)
}
