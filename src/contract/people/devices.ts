import * as v from 'valibot'
import { address } from '../common.ts'
import { V1 } from '../app-constants.ts'

/** Path below which devices register for push (D-79). */
export const DEVICES_PATH = `${V1}/wp/`

/** Browsers with push. Safari is not supported (D-80). */
export const PushBrowser = v.picklist(['CHROME', 'FIREFOX'], 'Choose CHROME or FIREFOX.')
export type PushBrowser = v.InferOutput<typeof PushBrowser>

const Keys = v.object({ p256dh: address(200), auth: address(100) })

/**
 * Body of POST wp/ (A-147): a browser's subscription with `browser` beside it, the same nested in
 * `subscription`, or its parts under their older names.
 */
export const NewDevice = v.pipe(
  v.looseObject({}),
  v.transform(({ subscription, browser, ...flat }) => {
    const subscriptionParts = isObject(subscription) ? subscription : flat
    const { endpoint, registration_id, keys, p256dh, auth } = { ...flat, ...subscriptionParts }
    return { endpoint: endpoint ?? registration_id, keys: keys ?? { p256dh, auth }, browser }
  }),
  v.object({ endpoint: address(2000), keys: Keys, browser: PushBrowser }),
)
export type NewDevice = v.InferOutput<typeof NewDevice>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const Device = v.object({ id: v.number(), browser: PushBrowser, active: v.boolean() })
export type Device = v.InferOutput<typeof Device>

/**
 * Content of a push message, encrypted for the receiving browser. It contains no token and only
 * data of its user. Messages with the same `tag` replace each other.
 */
export const PushPayload = v.object({
  id: v.number(),
  title: v.string(),
  text: v.string(),
  url: v.pipe(v.string(), v.regex(/^\/(?![/\\])/)),
  group: v.string(),
  tag: v.string(),
  unread: v.number(),
})
export type PushPayload = v.InferOutput<typeof PushPayload>
