import { useOffline } from '#app/problems/problems.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { Button } from '#ui/button.tsx'
import { Thumb } from '#ui/pictures/thumb.tsx'
import { CopyLink } from '../copy-link.tsx'
import css from './edit-view.module.css'
import { useExtraction } from '../extraction.ts'
import { Reading } from '../reading.tsx'
import { retryReading } from '../retry-reading.ts'
import { isBroken, thumbOf, titleOf } from '../short-parts.ts'

/** Shows the link being edited, the progress of reading its page, and its address to copy. */
export function EditHeading({ link }: { link: ShortLink }) {
  const live = !useOffline()
  const extraction = useExtraction(link)
  const { progress, failed } = extraction
  const reading = progress < 100 && !failed
  const title = titleOf(link, reading || failed)
  return (
    <div className={css.heading}>
      <Thumb
        src={thumbOf(link)}
        progress={reading ? progress : undefined}
        failed={isBroken(link)}
      />
      <div className={css.about}>
        <div className={css.name} dir="auto">
          {title}
        </div>
        <div className={`${css.facts} hint`} aria-live="polite">
          <Reading link={link} extraction={extraction} live={live} />
          {!reading && !failed && <CopyLink quiet size="sm" link={link} title={title} />}
        </div>
      </div>
      {failed && (
        <Button size="sm" onClick={() => retryReading(link)}>
          Retry
        </Button>
      )}
    </div>
  )
}
