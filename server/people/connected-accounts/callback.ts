import * as v from 'valibot'
import { ConnectionState, type ConnectedTypeName } from '#contract/people/connected-accounts.ts'
import { token } from '#contract/common.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { parseAppUrl } from '../../platform/http/return-url.ts'

/** Query parameters of a provider's redirect. */
export const Callback = v.object({
  state: v.optional(token(4000)),
  code: v.optional(token(2000)),
  error: v.optional(token(200)),
})
export type Callback = v.InferOutput<typeof Callback>

/**
 * Returns the URL of the app page that started the connection, with the code or the error. The URL
 * comes from the request and could be forged, so other hosts are rejected.
 */
export function appReturnUrl(
  { state, code, error }: Callback,
  name: ConnectedTypeName,
  appOrigin: string,
): string {
  const read = readState(state)
  if (read?.type !== name) throw new FieldError('state', 'This state is not valid.')
  const url = parseAppUrl(read.redirect_uri, appOrigin)
  if (!url) throw new FieldError('redirect_uri', 'This address does not belong to this app.')
  if (!code && !error) throw new FieldError('code', 'This field is required.')
  for (const parameter of ['code', 'error']) url.searchParams.delete(parameter)
  if (code) url.searchParams.set('code', code)
  else url.searchParams.set('error', error ?? '')
  url.searchParams.set('type', name)
  return url.href
}

function readState(state = ''): ConnectionState | null {
  if (!/^[\w-]+$/.test(state)) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(state, 'base64url').toString('utf8'))
    return v.parse(ConnectionState, value)
  } catch {
    return null
  }
}
