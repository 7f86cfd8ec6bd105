import { join } from 'node:path'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { UPLOAD_KINDS, UPLOAD_NO_ROOM_TEXT, type UploadRefusal } from '#contract/images/uploads.ts'
import { addUpload } from './uploads.ts'
import type { UserEnv } from '../../env.ts'
import { acceptPicture } from './accept-picture.ts'
import { hasFreeSpace } from '../../platform/storage/disk-space.ts'
import { dropBody, RefusedFile, withReceivedFile } from './receive.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { countAttempt } from '../../platform/http/throttle.ts'

const Kind = v.picklist(UPLOAD_KINDS)

/**
 * Routes of /v1/uploader. They need no idempotency key, because a picture that is sent again gets
 * the existing upload.
 */
export const uploads = new Hono<UserEnv>().post('/upload/:kind', signedIn, async (c) => {
  const kind = v.safeParse(Kind, c.req.param('kind'))
  if (!kind.success) throw new HTTPException(404)
  const { deps, user } = c.var
  await countAttempt(deps, { limit: 'uploadsByAccount', of: user.id })
  if (!(await hasFreeSpace(deps.disks))) return refuseForSpace(c)
  try {
    const picture = await withReceivedFile(
      c.req.raw,
      join(deps.config.dataDir, 'incoming'),
      (path) => acceptPicture(path, c.req.raw.signal),
    )
    refuseIfDisconnected(c)
    return c.json(await addUpload(deps, user.id, kind.output, picture), 201)
  } catch (error) {
    if (!(error instanceof RefusedFile)) refuseIfDisconnected(c)
    return toRefusal(c, error)
  }
})

/**
 * Rejects the request if the client has disconnected, so that nothing is stored. The 400 does not
 * count as a server error.
 */
function refuseIfDisconnected(c: Context<UserEnv>): void {
  if (c.req.raw.signal.aborted) throw new HTTPException(400)
}

/**
 * Rejects an upload before anything is written, if free disk space is low. The database needs the
 * rest.
 */
async function refuseForSpace(c: Context<UserEnv>): Promise<Response> {
  await dropBody(c.req.raw).catch(() => {})
  return c.json<v.InferOutput<typeof UploadRefusal>>({ file: [UPLOAD_NO_ROOM_TEXT] }, 507)
}

function toRefusal(c: Context<UserEnv>, error: unknown): Response {
  if (!(error instanceof RefusedFile)) throw error
  return c.json<v.InferOutput<typeof UploadRefusal>>({ file: [error.message] }, 400)
}
