import type { ForeignPage } from '../../links/foreign-pages/foreign-page.ts'
import { needsScheme } from '#contract/links/target-url.ts'
import { ParsingEnded } from '../../links/parsing/in-thread.ts'
import { readTarget } from '../../links/target.ts'
import type { Deps } from '../../env.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import type { FetchLimits } from '../../platform/fetcher/fetch-limits.ts'
import type { Fetched } from '../../platform/fetcher/fetcher.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { FieldError } from '../../platform/http/errors.ts'

const MAX_MB = 3
const PAGE = {
  maxBytes: MAX_MB * 1024 * 1024,
  overflow: 'cut',
  totalMs: 15_000,
  accept: 'text/html,application/xhtml+xml',
} satisfies FetchLimits

/** Texts for an address that cannot be read. */
const REFUSALS: Partial<Record<FetchFailure['reason'], string>> = {
  blocked: 'This address is not a public web page.',
  not_html: 'This address is not a web page.',
  refused: 'The page did not let us read it. Check the address, or add your links by hand.',
  too_large: 'This page is too large to read.',
}
const UNREACHABLE = 'This page could not be reached. Check the address and try again.'

export type FetchedPage = { url: string; page: ForeignPage; isCut: boolean }

/** Reads a page with one request. Throws a field error with the reason if that fails. */
export async function fetchPage(
  deps: Deps,
  typed: string,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const url = addressOf(typed, deps)
  try {
    const fetched = await outboundFetcher(deps.config)(url, { ...PAGE, signal })
    if (!isHtml(fetched)) throw new FetchFailure('not_html')
    const { body, charset, url: finalUrl, isCut } = fetched
    const page = await deps.parsing.foreignPage({ body, charset, url: finalUrl })
    return { url: finalUrl, page, isCut }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Returns the address to read. Without a scheme, it is read over https and without a final slash. */
function addressOf(typed: string, { config }: Deps): string {
  const { url } = readTarget(typed, config)
  return needsScheme(typed) ? `https://${typed.trim()}` : url
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ParsingEnded) return new FieldError('url', REFUSALS.too_large ?? '')
  if (!(error instanceof FetchFailure)) return error
  return new FieldError('url', REFUSALS[error.reason] ?? UNREACHABLE)
}

function isHtml({ contentType, body }: Fetched): boolean {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return true
  const start = body.subarray(0, 1024).toString('latin1')
  return contentType === '' && /<(?:!doctype html|html|head|title|meta)\b/i.test(start)
}

/** Text about the end of a page that was not read. */
export const CUT_PAGE = {
  what: 'the end of the page',
  why: `The page is larger than ${MAX_MB} MB.`,
}
