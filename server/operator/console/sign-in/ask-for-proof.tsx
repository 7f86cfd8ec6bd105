import type { FieldErrors } from '#contract/common.ts'
import { ConfirmPage } from '../../../people/factors/confirm-page.tsx'
import { FieldError } from '../../../platform/http/errors.ts'
import { allowOwnScripts } from '../../../platform/http/work-headers.ts'
import { requireStaffCode } from '../../staff/staff-codes.ts'
import { listStaffPasskeys, proveStaffByPasskey } from '../../staff/staff-passkeys.ts'
import { proveStaffSession } from '../../staff/staff-sessions.ts'
import { answer, type ConsoleContext } from '../frame/console-session.ts'
import { ConfirmAtProviderPage } from './provider-pages.tsx'

/**
 * Asks for a code or passkey and then sends the same form again, or leads to the provider if the
 * member has no authenticator app. Returns undefined after a recent code, passkey or sign-in.
 */
export async function askForProof(c: ConsoleContext): Promise<Response | undefined> {
  const { deps, visit, form } = c.var
  if (visit.isProven) return undefined
  const { code, passkey, ...fields } = form
  const { oidc } = deps.config
  if (visit.member.sealedSecret === null && oidc) {
    const page = <ConfirmAtProviderPage csrf={visit.csrf} name={oidc.name} />
    return answer(c, page, 428)
  }
  if (code === undefined && passkey === undefined) return showConfirm(c, fields)
  try {
    if (passkey !== undefined) await proveStaffByPasskey(deps, visit, passkey)
    else await proveByCode(c, code ?? '')
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return showConfirm(c, fields, error.errors)
  }
  return undefined
}

async function proveByCode(c: ConsoleContext, code: string): Promise<void> {
  const { deps, visit } = c.var
  await requireStaffCode(deps, visit.member.id, code)
  await proveStaffSession(deps.db, visit.sessionId)
}

async function showConfirm(
  c: ConsoleContext,
  fields: Record<string, string>,
  errors?: FieldErrors,
): Promise<Response> {
  const { deps, visit } = c.var
  const hasPasskey = (await listStaffPasskeys(deps.db, visit.member.id)).length > 0
  if (hasPasskey) allowOwnScripts(c)
  const page = (
    <ConfirmPage
      {...{ fields, hasPasskey, errors }}
      hasApp
      action={c.req.path}
      options="/console/account/passkeys/proof"
      home="/console"
      what="Decisions about money, downloads of data and changes of passkeys"
    />
  )
  return answer(c, page, errors ? 400 : 428)
}
