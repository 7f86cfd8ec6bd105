import { Hono } from 'hono'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { renderPreview } from './render.tsx'

/** Route of /v2/my/pages/preview: the draft, shown next to the editor. Views are not counted. */
export const pagePreview = new Hono<UserEnv>()
  .use(signedIn)
  .get('/', async (c) => c.json({ html: await renderPreview(c.var.deps, c.var.user.id) }))
