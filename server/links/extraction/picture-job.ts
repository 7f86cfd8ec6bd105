import { eq } from 'drizzle-orm'
import { links } from '../../platform/db/schema.ts'
import { unavailableReason } from '../../platform/db/unavailable.ts'
import type { LinkRow } from '../link-rows.ts'
import type { Deps } from '../../env.ts'
import { pickPicture } from './pick-picture.ts'
import { readPage } from './read-page.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { storePicture, saveStep } from './extraction-steps.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/**
 * Reads only the picture of a link that already has a name. The user does not wait for it, so a
 * missing picture is not reported.
 */
export const picture: JobHandler<'picture'> = async (deps, { linkId }, signal) => {
  const [link] = await deps.db.select().from(links).where(eq(links.id, linkId))
  if (!link || link.imageKey !== null || link.customImageUploadId !== null) return
  try {
    const imageKey = await findPicture(deps, link, signal)
    if (imageKey) await saveStep(deps, link, { imageKey })
  } catch (error) {
    signal.throwIfAborted()
    if (unavailableReason(error)) throw error
    if (!(error instanceof FetchFailure)) deps.log.error('picture not read', { error })
  }
}

async function findPicture(deps: Deps, { url }: LinkRow, signal: AbortSignal) {
  const fetcher = outboundFetcher(deps.config)
  const { pictures } = await readPage({ fetcher, parsing: deps.parsing }, url, signal)
  const bytes = await pickPicture(fetcher, pictures, signal)
  return bytes && storePicture(deps, bytes)
}
