import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { FieldErrors } from '#contract/common.ts'
import { MAX_PASSKEYS } from '#contract/people/passkeys.ts'
import type { AppEnv, Deps } from '../../../env.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import type { Html } from '../../../platform/html/text-of.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { allowOwnScripts } from '../../../platform/http/work-headers.ts'
import { deviceName } from '../../accounts/device-name.ts'
import { RecoveryCodesPage } from '../code-parts.tsx'
import { AddPasskeyPage, PasskeyProblemPage } from './passkey-pages.tsx'
import type { OwnPasskeys } from './work-passkeys.ts'

/** Variables that the console or the desk sets before these routes. */
export type PasskeyEnv = {
  Variables: {
    deps: Deps
    form: Record<string, string>
    /** Passkeys of the person, and the token of the session for forms. */
    own: { passkeys: OwnPasskeys; csrf: string }
  }
}
type PasskeyContext = Context<PasskeyEnv>

type Options = {
  /** Page that lists the passkeys. */
  home: string
  /** Sentence of the page that adds one. */
  lead: string
}

const answer = (c: PasskeyContext, page: Html, status: 200 | 400 = 200) =>
  answerPage(c as unknown as Context<AppEnv>, page, status)

/**
 * Returns the routes with which somebody manages their own passkeys. The console or the desk has
 * checked the session and, for `/new` and `/remove`, a code or passkey.
 */
export function passkeyRoutes({ home, lead }: Options) {
  function showAdd(c: PasskeyContext, shown?: { name: string; errors: FieldErrors }) {
    allowOwnScripts(c)
    const { csrf } = c.var.own
    const name = shown?.name ?? (deviceName(c.req.header('User-Agent')) || 'Passkey')
    const page = <AddPasskeyPage {...{ csrf, home, lead, name }} errors={shown?.errors} />
    return answer(c, page, shown ? 400 : 200)
  }

  const showHome = (c: PasskeyContext, codes: string[]) =>
    codes.length === 0
      ? c.redirect(home, 303)
      : answer(c, <RecoveryCodesPage {...{ codes, href: home, text: 'Done' }} />)

  return (
    new Hono<PasskeyEnv>()
      .post('/new', async (c) => {
        const { isAllowed, list } = c.var.own.passkeys
        if (!isAllowed) throw new HTTPException(403)
        if ((await list()).length < MAX_PASSKEYS) return showAdd(c)
        const text = `You have ${MAX_PASSKEYS} passkeys, the maximum. Remove one first.`
        return answer(c, <PasskeyProblemPage text={text} back={home} />, 400)
      })

      .post('/options', async (c) => {
        const { isAllowed, canAdd, start } = c.var.own.passkeys
        if (!isAllowed || !canAdd) throw new HTTPException(403)
        return c.json(await start())
      })

      // The options were returned only after a code or passkey, and are for this session.
      .post('/', async (c) => {
        const { name = '', passkey = '' } = c.var.form
        try {
          return await showHome(c, await c.var.own.passkeys.add({ name, passkey }))
        } catch (error) {
          if (!(error instanceof FieldError)) throw error
          return showAdd(c, { name: name.slice(0, 200), errors: error.errors })
        }
      })

      .post('/proof', async (c) => c.json(await c.var.own.passkeys.startProof()))

      .post('/rename', async (c) => {
        const { id = '', name = '' } = c.var.form
        try {
          await c.var.own.passkeys.rename({ id, name })
          return c.redirect(home, 303)
        } catch (error) {
          if (!(error instanceof FieldError)) throw error
          const text = Object.values(error.errors).flat().join(' ')
          return answer(c, <PasskeyProblemPage text={text} back={home} />, 400)
        }
      })

      .post('/remove', async (c) =>
        showHome(c, await c.var.own.passkeys.remove(c.var.form['id'] ?? '')),
      )
  )
}
