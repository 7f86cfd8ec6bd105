import type { Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import { FieldError } from '../../../platform/http/errors.ts'
import { DeskCodePage } from './access-pages.tsx'
import { requireDeskCode } from './desk-codes.ts'
import type { DeskPerson } from './people.ts'

type View = { action: string; hidden: Record<string, string | undefined> }

/**
 * Asks for a code, or uses the code that was typed. Returns undefined if it is right or the person has
 * no authenticator app.
 */
export async function askForDeskCode(
  c: Context<AppEnv>,
  person: DeskPerson,
  code: string | undefined,
  view: View,
): Promise<Response | undefined> {
  if (person.sealedSecret === null) return undefined
  if (code === undefined) return answerPage(c, <DeskCodePage {...view} />)
  try {
    await requireDeskCode(c.var.deps, person.id, code)
    return undefined
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return answerPage(c, <DeskCodePage {...view} errors={error.errors} />, 400)
  }
}
