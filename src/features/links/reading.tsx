import type { ShortLink } from '#contract/links/short-link.ts'
import { needsDecision, type LocalLink, type WaitingState } from '#mirror/outbox/waiting.ts'
import type { Extraction } from './metadata-progress.ts'
import { Elsewhere } from './numbers.tsx'
import { Ending } from './ending.tsx'
import ending from './ending.module.css'
import css from './reading.module.css'
import { ShortAddress } from './short-address.tsx'
import { isBroken } from './short-parts.ts'

type ReadingProps = {
  link: ShortLink
  extraction: Extraction
  live: boolean
  /** Whether there is space for further facts, such as when the link ends. */
  withEnd?: boolean
}

const WAITING_TEXTS: Record<WaitingState, string> = {
  new: 'New link, created when you’re online',
  edit: 'Edit waiting to sync',
  refused: 'Not saved',
  conflict: 'Changed elsewhere',
}

const PROBLEM_TEXTS = {
  gone: 'Page seems to be gone',
  home: 'Leads to the shop’s home page',
  'sold-out': 'Seems out of stock',
}

/** Returns the text for a page that cannot be read. Only for a missing host the link is useless. */
export const noPreviewText = ({ meta_extraction_error }: ShortLink): string =>
  meta_extraction_error === 'no_such_host'
    ? 'We couldn’t reach this address.'
    : 'No preview. The link works.'

/** Shows the line below a title: the progress of reading the page, then the short address. */
export function Reading({ link, extraction, live, withEnd }: ReadingProps) {
  const { waiting }: LocalLink = link
  if (waiting)
    return (
      <span className={needsDecision(waiting) && waiting !== 'new' ? css.failed : undefined}>
        {WAITING_TEXTS[waiting]}
      </span>
    )
  if (extraction.failed || extraction.progress >= 100) {
    if (link.health && withEnd)
      return (
        <span className={isBroken(link) ? css.failed : css.odd}>
          {PROBLEM_TEXTS[link.health.problem]}
        </span>
      )
    const ends = link.is_blocked || Boolean(link.expires_at)
    if (extraction.failed && !ends)
      return <span>{withEnd ? noPreviewText(link) : 'No preview'}</span>
    if (!withEnd || !(ends || link.earned_elsewhere)) return <ShortAddress link={link} />
    return (
      <span className={ending.line}>
        <ShortAddress link={link} />
        {ends ? <Ending link={link} /> : <Elsewhere link={link} />}
      </span>
    )
  }
  if (!live) return <span>Waiting for a connection</span>
  return <span className="num">{`Getting title and photo, ${extraction.progress}%`}</span>
}
