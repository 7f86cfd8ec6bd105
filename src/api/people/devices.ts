import type { Options } from 'ky'
import { Device, DEVICES_PATH, type PushBrowser } from '#contract/people/devices.ts'
import { parseAnswer, http } from '#http/client.ts'

/**
 * Registers the push subscription of this browser. A repeated call with the same endpoint adds no
 * second device.
 */
export const registerDevice = (
  subscription: PushSubscriptionJSON,
  browser: PushBrowser,
  options: Options = {},
): Promise<Device> =>
  parseAnswer(
    http.post(DEVICES_PATH, { json: { ...subscription, browser }, ...options }),
    Device,
    options,
  )

export async function removeDevice(id: number, options: Options = {}): Promise<void> {
  await http.delete(`${DEVICES_PATH}${id}`, options)
}
