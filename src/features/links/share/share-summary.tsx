import { PAGE_READ_PROGRESS } from '#contract/limits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { useOffline } from '#app/problems/problems.ts'
import { percent } from '#app/formats.ts'
import { Tag } from '#ui/chip.tsx'
import { Button } from '#ui/button.tsx'
import { Thumb } from '#ui/pictures/thumb.tsx'
import { useExtraction } from '../extraction.ts'
import { noPreviewText } from '../reading.tsx'
import { retryReading } from '../retry-reading.ts'
import { clicksWithOwn, earnedText } from '../numbers.tsx'
import css from './share-view.module.css'
import { correctedText, isBroken, plainUrl, thumbOf, titleOf } from '../short-parts.ts'

/** Returns what the server is doing: it reads the page with its title first, then the photo. */
const stepOf = ({ meta_extraction_progress: progress }: ShortLink) =>
  progress < PAGE_READ_PROGRESS ? 'Reading the page' : 'Getting the photo'

/** Until its page is read, a link is named after its host. */
const isUntitled = ({ name, domain }: ShortLink) => name === domain

/** Shows the shared link, and the progress while its page is read. */
export function ShareSummary({ link, created }: { link: ShortLink; created: boolean }) {
  const offline = useOffline()
  const { progress, failed } = useExtraction(link)
  const reading = progress < 100 && !failed
  return (
    <div className={css.summary}>
      <Thumb
        size={56}
        src={thumbOf(link)}
        progress={reading ? progress : undefined}
        failed={isBroken(link)}
      />
      <div className={css.about}>
        <div className={css.name}>
          {created ? titleOf(link, failed || (reading && isUntitled(link))) : results()}
        </div>
        <div className={`${css.facts} hint`} aria-live="polite">
          {state()}
        </div>
      </div>
      {failed && (
        <Button size="sm" onClick={() => retryReading(link)}>
          Retry
        </Button>
      )}
      {created &&
        !failed &&
        link.commission_percentage !== null &&
        link.commission_percentage > 0 && (
          <Tag tone="money">{`You earn ${percent(link.commission_percentage)}`}</Tag>
        )}
    </div>
  )

  function state() {
    if (failed && !link.is_blocked && !link.expires_at) return noPreviewText(link)
    if (reading && !offline) return stepOf(link)
    if (link.address_corrected) return correctedText(link)
    if (!created) return plainUrl(link.url)
    const domain = shownHost(link.domain)
    const [collection] = link.regular_collection_names
    return collection === undefined ? domain : `${domain}, in ${collection}`
  }

  function results() {
    return [clicksWithOwn(link), earnedText(link)].filter(Boolean).join(', ')
  }
}
