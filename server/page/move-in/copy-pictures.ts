import sharp from 'sharp'
import type { Upload, UploadKind } from '#contract/images/uploads.ts'
import { pickPicture } from '../../links/extraction/pick-picture.ts'
import { addUpload } from '../../people/media/uploads.ts'
import type { Deps } from '../../env.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { createTurns } from '../../platform/limit/turns.ts'

/** Time for all pictures of a page together. */
const TOTAL_MS = 30_000
/** Pictures that are fetched at the same time, to limit the load on the old service. */
const MAX_PARALLEL = 4

/** Copies pictures of a page to the user's uploads. Pictures that are late or unusable are left out. */
export function pictureCopier(deps: Deps, userId: string, signal: AbortSignal) {
  const turns = createTurns({ maxRunning: MAX_PARALLEL })
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)])
  const fetcher = outboundFetcher(deps.config)
  return async function copyPicture(
    kind: UploadKind,
    candidates: string[],
  ): Promise<Upload | undefined> {
    try {
      return await turns.run(async () => {
        deadline.throwIfAborted()
        const bytes = await pickPicture(fetcher, candidates, deadline)
        if (!bytes) return undefined
        const { width, height } = await sharp(bytes).metadata()
        return addUpload(deps, userId, kind, { bytes, width, height })
      })
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) return undefined
      throw error
    }
  }
}
