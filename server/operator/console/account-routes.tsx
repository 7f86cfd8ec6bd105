import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { FieldErrors } from '#contract/common.ts'
import { deviceName } from '../../people/accounts/device-name.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { allowOwnScripts } from '../../platform/http/work-headers.ts'
import { countStaffCodes } from '../staff/staff-codes.ts'
import { startStaffProof } from '../staff/staff-passkey-use.ts'
import {
  addStaffPasskey,
  listStaffPasskeys,
  mayHavePasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
  startStaffPasskey,
} from '../staff/staff-passkeys.ts'
import { AccountPage } from './account-page.tsx'
import { answer, type ConsoleContext, type ConsoleEnv } from './frame/console-session.ts'
import { askForProof } from './sign-in/ask-for-proof.tsx'
import { AddPasskeyPage } from './sign-in/passkey-pages.tsx'
import { TextPage } from './sign-in/sign-in-pages.tsx'

const ACCOUNT = '/console/account'

/** Routes of /console/account: the member's own access and passkeys, for every role. */
export const consoleAccount = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const { deps, visit } = c.var
    const recoveryCodes = await countStaffCodes(deps.db, visit.member.id)
    const passkeys = await listStaffPasskeys(deps.db, visit.member.id)
    return answer(c, <AccountPage {...{ visit, recoveryCodes, passkeys }} />)
  })

  .post('/passkeys/new', async (c) => {
    if (!mayHavePasskeys(c.var.visit.member)) throw new HTTPException(403)
    return (await askForProof(c)) ?? showAddPage(c)
  })

  .post('/passkeys/options', async (c) => {
    const { deps, visit } = c.var
    if (!visit.isProven || !mayHavePasskeys(visit.member)) throw new HTTPException(403)
    return c.json(await startStaffPasskey(deps, visit))
  })

  // The options were returned only after a code or passkey, and are for this session.
  .post('/passkeys', async (c) => {
    const { deps, visit, form } = c.var
    const { name = '', passkey = '' } = form
    try {
      await addStaffPasskey(deps, visit, { name, passkey })
      return c.redirect(ACCOUNT, 303)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      return showAddPage(c, { name: name.slice(0, 200), errors: error.errors })
    }
  })

  .post('/passkeys/proof', async (c) => c.json(await startStaffProof(c.var.deps, c.var.visit)))

  .post('/passkeys/rename', async (c) => {
    const { id = '', name = '' } = c.var.form
    try {
      await renameStaffPasskey(c.var.deps, c.var.visit, { id, name })
      return c.redirect(ACCOUNT, 303)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      const text = Object.values(error.errors).flat().join(' ')
      const page = <TextPage title="Nothing was changed" text={text} back={ACCOUNT} isSignedIn />
      return answer(c, page, 400)
    }
  })

  .post('/passkeys/remove', async (c) => {
    const asking = await askForProof(c)
    if (asking) return asking
    await removeStaffPasskey(c.var.deps, c.var.visit, c.var.form['id'] ?? '')
    return c.redirect(ACCOUNT, 303)
  })

type Shown = { name: string; errors?: FieldErrors }

function showAddPage(c: ConsoleContext, shown?: Shown): Response | Promise<Response> {
  allowOwnScripts(c)
  const name = shown?.name ?? (deviceName(c.req.header('User-Agent')) || 'Passkey')
  const page = <AddPasskeyPage csrf={c.var.visit.csrf} name={name} errors={shown?.errors} />
  return answer(c, page, shown?.errors ? 400 : 200)
}
