import type { Options } from 'ky'
import * as v from 'valibot'
import { V1, V2 } from '#contract/app-constants.ts'
import {
  ConnectedAccount,
  InstagramMedia,
  InstagramMediaPage,
  InstagramUser,
  type AuthorizationCode,
  type ConnectedAccountEdit,
  type ConnectedTypeName,
} from '#contract/people/connected-accounts.ts'
import { imagePath } from '#contract/images/images.ts'
import { IMAGE_OPTIONS } from '#contract/limits.ts'
import { parseAnswer, pictureOptions, http } from '#http/client.ts'
import { bareOrResult, rowsOf } from '../list-answers.ts'

const ROOT = `${V2}/connected_accounts/`
const PROXY = `${V1}/proxy/instagram/`

/** Account with defaults. Accounts of an unknown type are left out of lists. */
const Account = v.object({
  ...ConnectedAccount.entries,
  account_url: v.fallback(ConnectedAccount.entries.account_url, null),
  avatar_url: v.fallback(ConnectedAccount.entries.avatar_url, null),
  is_active: v.fallback(ConnectedAccount.entries.is_active, true),
})
const OneAnswer = bareOrResult(Account)
const ListAnswer = v.object({ results: rowsOf(Account) })
const MediaAnswer = v.object({
  results: rowsOf(InstagramMedia),
  next: v.fallback(InstagramMediaPage.entries.next, null),
})

/** Returns the accounts in the order in which they were connected. */
export const listConnectedAccounts = async (options: Options = {}): Promise<ConnectedAccount[]> =>
  (await parseAnswer(http.get(ROOT, options), ListAnswer, options)).results

/** Timeout of a call in which the server makes several requests to the provider. */
const PROVIDER_MS = 60_000

export const addByCode = (
  type: ConnectedTypeName,
  json: AuthorizationCode,
  options: Options = {},
): Promise<ConnectedAccount> => {
  const call = http.post(`${ROOT}add_${type}_by_code/`, { json, timeout: PROVIDER_MS, ...options })
  return parseAnswer(call, OneAnswer, options)
}

export const editConnectedAccount = (
  id: number,
  json: ConnectedAccountEdit,
  options: Options = {},
): Promise<ConnectedAccount> =>
  parseAnswer(http.patch(`${ROOT}${id}/`, { json, ...options }), OneAnswer, options)

export async function removeConnectedAccount(id: number, options: Options = {}): Promise<void> {
  await http.delete(`${ROOT}${id}/`, options)
}

export const getInstagramUser = (id: number, options: Options = {}): Promise<InstagramUser> =>
  parseAnswer(
    http.get(`${PROXY}user_info`, { searchParams: { account_id: id }, ...options }),
    InstagramUser,
    options,
  )

/** Returns a page of posts, newest first. `after` is the cursor of the previous page. */
export const listInstagramMedia = (
  { id, after }: { id: number; after: string | null },
  options: Options = {},
): Promise<InstagramMediaPage> => {
  const searchParams = { account_id: id, ...(after !== null && { after }) }
  return parseAnswer(http.get(`${PROXY}media`, { searchParams, ...options }), MediaAnswer, options)
}

/** Loads a small copy from our server, so that the browser makes no requests to other hosts. */
export const fetchThumbnail = async (url: string, signal: AbortSignal): Promise<Blob> => {
  const path = imagePath(url, { ...IMAGE_OPTIONS, width: 184, height: 184 })
  return (await http.get(path, { ...pictureOptions, signal })).blob()
}
