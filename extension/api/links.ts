import * as v from 'valibot'
import { LINK_DIALOG, V2 } from '#contract/app-constants.ts'
import { serverOrigin } from '../server-address.ts'
import { call } from './call.ts'

const CreatedLink = v.object({ result: v.object({ uuid: v.string(), split_url: v.string() }) })

/** Link that was created: its address, and the address of its page in the app. */
export type NewLink = { address: string; appAddress: string }

/** Returns whether a link to this address can be created. Pages of the browser cannot be linked. */
export const isLinkable = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/**
 * Creates a link to the address.
 *
 * @throws Problem with a text for the user.
 */
export async function createLink(address: string): Promise<NewLink> {
  const answer = await call('POST', `${V2}/links/`, { url: address })
  const { uuid, split_url } = v.parse(CreatedLink, answer).result
  return { address: split_url, appAddress: serverOrigin() + LINK_DIALOG + uuid }
}
