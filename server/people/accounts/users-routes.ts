import { Hono } from 'hono'
import { PasswordChange } from '#contract/people/account.ts'
import { UserSettingsEdit } from '#contract/people/session.ts'
import { changePassword } from './change-password.ts'
import { currentUser } from './current-user.ts'
import { editUserSettings, userSettings } from '../profile/settings.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { signedIn } from './signed-in.ts'
import { requestToolsMail } from './tools-mail.ts'
import { body } from '../../platform/http/validate.ts'

/**
 * Routes of /v1/users/me. Each route has its own `signedIn`, because another router is mounted
 * below this path.
 */
export const usersV1 = new Hono<UserEnv>()
  .get('/', signedIn, async (c) => c.json(await currentUser(c.var.deps.db, c.var.user.id)))

  .get('/settings', signedIn, async (c) => c.json(await userSettings(c.var.deps.db, c.var.user.id)))

  .post('/settings', signedIn, idempotent, body(UserSettingsEdit), async (c) =>
    c.json(await editUserSettings(c.var.deps.db, c.var.user.id, c.req.valid('json'))),
  )

  .put('/password', signedIn, idempotent, body(PasswordChange), async (c) => {
    await changePassword(c.var.deps, c.var.user, c.req.valid('json'))
    return c.body(null, 204)
  })

  .post('/send-tools-mail', signedIn, idempotent, async (c) =>
    c.json(await requestToolsMail(c.var.deps, c.var.user)),
  )

/** Routes of /v2/my/settings. */
export const settingsV2 = new Hono<UserEnv>()
  .get('/', signedIn, async (c) => c.json(await userSettings(c.var.deps.db, c.var.user.id)))

  .patch('/', signedIn, idempotent, body(UserSettingsEdit), async (c) =>
    c.json(await editUserSettings(c.var.deps.db, c.var.user.id, c.req.valid('json'))),
  )
