import { eq } from 'drizzle-orm'
import { PAGE_READ_PROGRESS } from '#contract/limits.ts'
import type { MetaError } from '#contract/links/short-link.ts'
import { links } from '../../platform/db/schema.ts'
import { unavailableReason } from '../../platform/db/unavailable.ts'
import { correctAddress, similarUrls } from '../link-addresses.ts'
import type { LinkRow } from '../link-rows.ts'
import type { Deps } from '../../env.ts'
import { pickPicture } from './pick-picture.ts'
import { readPage, type ReadPage } from './read-page.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { storePicture, saveStep } from './extraction-steps.ts'

/** Values of `meta_extraction_progress`. */
const STARTED = 10
const PICTURE_READ = 70
const DONE = 100

/**
 * Reads the name and picture of a link's target page. The progress always ends at 100, even after
 * an error.
 */
export async function extract(
  deps: Deps,
  { linkId }: { linkId: string },
  signal: AbortSignal,
): Promise<void> {
  const [link] = await deps.db.select().from(links).where(eq(links.id, linkId))
  if (!link || !(await saveStep(deps, link, { metaProgress: STARTED }))) return
  const found = await readPageOf(deps, link, signal)
  try {
    await readInto(deps, found, signal)
  } catch (error) {
    // The server is shutting down: the job returns to the queue, and another process runs it from
    // the start.
    signal.throwIfAborted()
    // An unavailable database is not the page's fault. The job is retried later.
    if (unavailableReason(error)) throw error
    await saveStep(deps, found.link, { metaProgress: DONE, metaError: reasonOf(deps, error) })
  }
}

/** Ends the progress with an error after the last attempt. */
export async function extractFailed(deps: Deps, { linkId }: { linkId: string }): Promise<void> {
  const [link] = await deps.db.select().from(links).where(eq(links.id, linkId))
  if (!link || link.metaProgress === DONE) return
  await saveStep(deps, link, { metaProgress: DONE, metaError: 'too_large' })
}

/**
 * Returns the reason of a failure. An unexpected error also ends the progress, so that the link
 * does not stay at 40 % for ever.
 */
function reasonOf(deps: Deps, error: unknown): MetaError {
  if (error instanceof FetchFailure) return error.isNoSuchHost ? 'no_such_host' : error.reason
  deps.log.error('extraction failed', { error })
  return 'unreachable'
}

/**
 * Result of reading a page: the link, whose URL may have been corrected, and its page or the error.
 */
type ReadResult = { link: LinkRow; page: ReadPage } | { link: LinkRow; error: unknown }

async function readInto(deps: Deps, found: ReadResult, signal: AbortSignal) {
  if ('error' in found) throw found.error
  const { link, page } = found
  if (!(await saveStep(deps, link, { metaProgress: PAGE_READ_PROGRESS, ...nameFrom(page) }))) return
  const picture = await pickPicture(outboundFetcher(deps.config), page.pictures, signal)
  const imageKey = picture && (await storePicture(deps, picture))
  if (imageKey) await saveStep(deps, link, { metaProgress: PICTURE_READ, imageKey })
  await saveStep(deps, link, { metaProgress: DONE, metaError: null })
}

const nameFrom = ({ title }: ReadPage) => (title === undefined ? {} : { name: title })

/**
 * Reads the page of a link. If the server had completed its URL and it fails, similar URLs are
 * tried.
 */
async function readPageOf(deps: Deps, link: LinkRow, signal: AbortSignal): Promise<ReadResult> {
  const first = await tryPage(deps, link.url, signal)
  if (!('error' in first) || !link.schemeAdded || !isDeadEnd(first.error)) return { link, ...first }
  for (const address of similarUrls(link.url)) {
    const other = await tryPage(deps, address, signal)
    if ('error' in other && !hasAnswered(other.error)) continue
    const corrected = await correctAddress(deps, link, address)
    return corrected ? { link: corrected, ...other } : { link, ...first }
  }
  return { link, ...first }
}

async function tryPage(deps: Deps, url: string, signal: AbortSignal) {
  try {
    return { page: await read(deps, url, signal) }
  } catch (error) {
    return { error }
  }
}

const read = (deps: Deps, url: string, signal: AbortSignal) =>
  readPage({ fetcher: outboundFetcher(deps.config), parsing: deps.parsing }, url, signal)

/** Returns whether the page does not exist or the host is unreachable. */
const isDeadEnd = (error: unknown) =>
  error instanceof FetchFailure &&
  (error.status === 404 || (error.status === undefined && error.reason === 'unreachable'))

/** Returns whether the server answered, but not with a usable page. */
const hasAnswered = (error: unknown) =>
  error instanceof FetchFailure && (error.reason === 'not_html' || error.reason === 'too_large')
