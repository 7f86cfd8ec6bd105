import type { Context } from 'hono'
import type { FieldErrors } from '#contract/common.ts'
import type { AppEnv } from '../../../env.ts'
import { ConfirmPage } from '../../../people/factors/confirm-page.tsx'
import { answerPage } from '../../../platform/html/foot.tsx'
import { browserId } from '../../../platform/http/csrf.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { clientAddressGroup } from '../../../platform/http/throttle.ts'
import { allowOwnScripts } from '../../../platform/http/work-headers.ts'
import type { DeskEnv } from '../desk-session.tsx'
import { proveSession } from '../desk-sessions.ts'
import { ACCESS_PATH, DeskCodePage } from './access-pages.tsx'
import { requireDeskCode, requireOwnDeskCode } from './desk-codes.ts'
import {
  requireDeskSignature,
  requireOwnDeskSignature,
  startDeskSignature,
} from './desk-passkeys.ts'
import { factorsOf, hasFactor, type DeskPerson } from './people.ts'

/** Code or passkey of a form. Both are undefined in a form that did not ask for them. */
type Typed = { code?: string | undefined; passkey?: string | undefined }

type View = { action: string; options: string; hidden: Record<string, string | undefined> }

/**
 * Asks for a code or passkey at the sign-in, or uses the one of the form. Returns undefined if it is
 * right or the person has no second factor.
 */
export async function askForDeskCode(
  c: Context<AppEnv>,
  person: DeskPerson,
  { code, passkey }: Typed,
  view: View,
): Promise<Response | undefined> {
  if (!hasFactor(person)) return undefined
  const { deps } = c.var
  if (code === undefined && passkey === undefined) return showSecondStep(c, person, view)
  try {
    if (passkey === undefined) await requireDeskCode(deps, person.id, code ?? '')
    else await requireDeskSignature(deps, person.id, { typed: passkey, browser: browserId(c) })
    return undefined
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return showSecondStep(c, person, view, error.errors)
  }
}

function showSecondStep(
  c: Context<AppEnv>,
  person: DeskPerson,
  view: View,
  errors?: FieldErrors,
): Promise<Response> {
  if (person.hasPasskey) allowOwnScripts(c)
  const page = <DeskCodePage {...view} factors={factorsOf(person)} errors={errors} />
  return answerPage(c, page, errors ? 400 : 200)
}

/** Returns the options with which a person signs after the link or the provider. */
export const answerSignatureOptions = async (c: Context<AppEnv>, person: DeskPerson) => {
  const place = { client: clientAddressGroup(c), browser: browserId(c) }
  return c.json(await startDeskSignature(c.var.deps, person.id, place))
}

/**
 * Asks for a code or passkey and then sends the same form again. Returns undefined after a recent one,
 * or if the person has no second factor.
 */
export async function askForDeskProof(c: Context<DeskEnv>): Promise<Response | undefined> {
  const { deps, desk, form } = c.var
  const { person, sessionId } = desk
  if (desk.isProven || !hasFactor(person)) return undefined
  const { code, passkey, ...fields } = form
  if (code === undefined && passkey === undefined) return showConfirm(c, fields)
  const who = { personId: person.id, sessionId }
  try {
    if (passkey === undefined) await requireOwnDeskCode(deps, who, code ?? '')
    else await requireOwnDeskSignature(deps, who, passkey)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return showConfirm(c, fields, error.errors)
  }
  await proveSession(deps.db, sessionId)
  return undefined
}

function showConfirm(
  c: Context<DeskEnv>,
  fields: Record<string, string>,
  errors?: FieldErrors,
): Promise<Response> {
  const { person } = c.var.desk
  if (person.hasPasskey) allowOwnScripts(c)
  const page = (
    <ConfirmPage
      {...{ fields, errors }}
      {...factorsOf(person)}
      action={c.req.path}
      options={`${ACCESS_PATH}/passkeys/proof`}
      home="/desk/partners"
      what="Changes that concern money or access"
    />
  )
  return answerPage(c as unknown as Context<AppEnv>, page, errors ? 400 : 428)
}
