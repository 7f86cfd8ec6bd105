import { join } from 'node:path'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { UPLOAD_KINDS, UPLOAD_NO_ROOM_TEXT, type UploadRefusal } from '#contract/uploads.ts'
import { addUpload } from './uploads.ts'
import type { UserEnv } from '../../env.ts'
import { acceptPicture } from './accept-picture.ts'
import { hasRoom } from '../../platform/storage/disk-space.ts'
import { dropBody, RefusedFile, withReceivedFile } from './receive.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { take } from '../../platform/http/throttle.ts'

const Kind = v.picklist(UPLOAD_KINDS)

/**
 * Mounted at /v1/uploader. Needs no idempotency key: the same picture sent again
 * is the same upload.
 */
export const uploads = new Hono<UserEnv>().post('/upload/:kind', signedIn, async (c) => {
  const kind = v.safeParse(Kind, c.req.param('kind'))
  if (!kind.success) throw new HTTPException(404)
  const { deps, user } = c.var
  await take(deps, { limit: 'uploadsByAccount', of: user.id })
  if (!(await hasRoom(deps.disks))) return refuseForRoom(c)
  try {
    const picture = await withReceivedFile(
      c.req.raw,
      join(deps.config.dataDir, 'incoming'),
      (path) => acceptPicture(path, c.req.raw.signal),
    )
    refuseWhenGone(c)
    return c.json(await addUpload(deps, user.id, kind.output, picture), 201)
  } catch (error) {
    if (!(error instanceof RefusedFile)) refuseWhenGone(c)
    return refusal(c, error)
  }
})

/** Nobody waits for the answer any more, so nothing is stored, and nothing has failed on our side. */
function refuseWhenGone(c: Context<UserEnv>): void {
  if (c.req.raw.signal.aborted) throw new HTTPException(400)
}

/** Before anything is written: the last of the disk is the database's. */
async function refuseForRoom(c: Context<UserEnv>): Promise<Response> {
  await dropBody(c.req.raw).catch(() => {})
  return c.json<v.InferOutput<typeof UploadRefusal>>({ file: [UPLOAD_NO_ROOM_TEXT] }, 507)
}

function refusal(c: Context<UserEnv>, error: unknown): Response {
  if (!(error instanceof RefusedFile)) throw error
  return c.json<v.InferOutput<typeof UploadRefusal>>({ file: [error.message] }, 400)
}
