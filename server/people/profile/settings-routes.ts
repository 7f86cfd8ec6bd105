import { Hono } from 'hono'
import { serverSettings } from './settings.ts'
import type { UserEnv } from '../../env.ts'
import { signedIn } from '../accounts/signed-in.ts'

/** Routes of /v1 for settings. */
export const settings = new Hono<UserEnv>()
  .get('/settings', (c) => c.json(serverSettings(c.var.deps)))

  /** Null means the built-in chat rather than an external chat service. */
  .get('/logging', signedIn, (c) => c.json({ sendbird_app_id: null }))
