import { Hono } from 'hono'
import type * as v from 'valibot'
import type { ArchiveAnswer, ExportRequestAnswer } from '#contract/exports.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { latestArchive, requestArchive } from './exports.ts'

/** Routes of /v2/my/account/download: an archive of all data of the signed-in user. */
export const accountDownload = new Hono<UserEnv>()
  .use(signedIn)
  .get('/', async (c) =>
    c.json<v.InferOutput<typeof ArchiveAnswer>>({
      result: await latestArchive(c.var.deps, c.var.user.id),
    }),
  )
  .post('/', idempotent, async (c) => {
    const { deps, user } = c.var
    await countAttempt(deps, { limit: 'archivesByAccount', of: user.id })
    const result = await requestArchive(deps, user.id)
    return c.json<v.InferOutput<typeof ExportRequestAnswer>>({ result }, 202)
  })
