import type { FieldErrors } from '#contract/common.ts'
import type {
  ConnectedAccount,
  ConnectedAccounts,
  ConnectedTypeName,
} from '#contract/people/connected-accounts.ts'
import type { Person } from '../people.ts'
import { callbackOf, type ProviderSite } from '../hosts/provider-site.ts'

export const ACCOUNTS = '/v2/my/connected_accounts/'

type Answer = { result?: ConnectedAccount; errors?: FieldErrors }

/** Sends the code returned by a provider. */
export async function addByCode(person: Person, type: ConnectedTypeName, body: object) {
  const response = await person.send('POST', `${ACCOUNTS}add_${type}_by_code/`, body)
  return { status: response.status, ...((await response.json()) as Answer) }
}

/** Connects an account as after consent at the provider. */
export async function connectAccount(
  person: Person,
  site: ProviderSite,
  type: ConnectedTypeName = 'instagram',
): Promise<ConnectedAccount> {
  const sent = { code: site.code(type), redirect_uri: callbackOf(type) }
  const { result } = await addByCode(person, type, sent)
  if (!result) throw new Error('not connected')
  return result
}

export const accountsOf = async (person: Person, query = '') =>
  ((await (await person.send('GET', ACCOUNTS + query)).json()) as ConnectedAccounts).results
