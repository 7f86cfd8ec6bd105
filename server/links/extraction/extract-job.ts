import { eq } from 'drizzle-orm'
import { PAGE_READ_PROGRESS } from '#contract/limits.ts'
import type { MetaError } from '#contract/links.ts'
import { links } from '../../platform/db/schema.ts'
import { unavailableBy } from '../../platform/db/unavailable.ts'
import { correctAddress, otherAddresses } from '../link-addresses.ts'
import type { LinkRow } from '../link-rows.ts'
import type { Deps } from '../../env.ts'
import { pickPicture } from './pick-picture.ts'
import { readPage, type ReadPage } from './read-page.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { kept, step } from './extraction-steps.ts'

/** Steps of `meta_extraction_progress`. */
const STARTED = 10
const PICTURE_READ = 70
const DONE = 100

/** Reads a link's target page for its name and picture, and always ends at 100. */
export async function extract(
  deps: Deps,
  { linkId }: { linkId: string },
  signal: AbortSignal,
): Promise<void> {
  const [link] = await deps.db.select().from(links).where(eq(links.id, linkId))
  if (!link || !(await step(deps, link, { metaProgress: STARTED }))) return
  const found = await pageOf(deps, link, signal)
  try {
    await readInto(deps, found, signal)
  } catch (error) {
    // Going down: the job goes back to the queue, and another process does it from the start.
    signal.throwIfAborted()
    // Nor is it the fault of what was asked when the database is gone: it is tried again later.
    if (unavailableBy(error)) throw error
    await step(deps, found.link, { metaProgress: DONE, metaError: reasonOf(deps, error) })
  }
}

/** Whoever waits for the page learns that it cannot be read. */
export async function extractGivenUp(deps: Deps, { linkId }: { linkId: string }): Promise<void> {
  const [link] = await deps.db.select().from(links).where(eq(links.id, linkId))
  if (!link || link.metaProgress === DONE) return
  await step(deps, link, { metaProgress: DONE, metaError: 'too_large' })
}

/** A page that breaks the reader must not leave its link at 40 % for ever. */
function reasonOf(deps: Deps, error: unknown): MetaError {
  if (error instanceof FetchFailure) return error.reason
  deps.log.error('extraction failed', { error })
  return 'unreachable'
}

/** Where the page of a link was looked for at last, and the page or why there is none. */
type ReadResult = { link: LinkRow; page: ReadPage } | { link: LinkRow; error: unknown }

async function readInto(deps: Deps, found: ReadResult, signal: AbortSignal) {
  if ('error' in found) throw found.error
  const { link, page } = found
  if (!(await step(deps, link, { metaProgress: PAGE_READ_PROGRESS, ...named(page) }))) return
  const picture = await pickPicture(outboundFetcher(deps.config), page.pictures, signal)
  const imageKey = picture && (await kept(deps, picture))
  if (imageKey) await step(deps, link, { metaProgress: PICTURE_READ, imageKey })
  await step(deps, link, { metaProgress: DONE, metaError: null })
}

const named = ({ title }: ReadPage) => (title === undefined ? {} : { name: title })

/** The page of a link; one whose address we completed may be found beside it (D-16). */
async function pageOf(deps: Deps, link: LinkRow, signal: AbortSignal): Promise<ReadResult> {
  const first = await look(deps, link.url, signal)
  if (!('error' in first) || !link.schemeAdded || !isDeadEnd(first.error)) return { link, ...first }
  for (const address of otherAddresses(link.url)) {
    const other = await look(deps, address, signal)
    if ('error' in other && !hasAnswered(other.error)) continue
    const corrected = await correctAddress(deps, link, address)
    return corrected ? { link: corrected, ...other } : { link, ...first }
  }
  return { link, ...first }
}

async function look(deps: Deps, url: string, signal: AbortSignal) {
  try {
    return { page: await read(deps, url, signal) }
  } catch (error) {
    return { error }
  }
}

const read = (deps: Deps, url: string, signal: AbortSignal) =>
  readPage({ fetcher: outboundFetcher(deps.config), parsing: deps.parsing }, url, signal)

/** Nothing is there, or nobody answers. */
const isDeadEnd = (error: unknown) =>
  error instanceof FetchFailure &&
  (error.status === 404 || (error.status === undefined && error.reason === 'unreachable'))

/** What is there is no page, but it is there. */
const hasAnswered = (error: unknown) =>
  error instanceof FetchFailure && (error.reason === 'not_html' || error.reason === 'too_large')
