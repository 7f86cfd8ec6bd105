import { Hono } from 'hono'
import { serverSettings } from './settings.ts'
import type { UserEnv } from '../../env.ts'
import { signedIn } from '../accounts/signed-in.ts'

/** Mounted at /v1. */
export const settings = new Hono<UserEnv>()
  .get('/settings', (c) => c.json(serverSettings(c.var.deps)))

  /** No chat service of somebody else's: null means the built-in one (D-31). */
  .get('/logging', signedIn, (c) => c.json({ sendbird_app_id: null }))
