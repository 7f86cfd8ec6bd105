import { memo } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { mayUse } from '#live/signed-in.ts'
import { needsDecision, type LocalLink } from '#mirror/outbox/waiting.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { CopyLink } from '../../copy-link.tsx'
import { useRowExtraction } from '../../extraction.ts'
import css from './link-row.module.css'
import { clicksText } from '../../clicks-text.ts'
import { Earned } from '../../numbers.tsx'
import { Reading } from '../../reading.tsx'
import { titleOf } from '../../short-parts.ts'
import { LinkThumb, ShareButton } from './row-parts.tsx'
import { RowWaiting } from './waiting-parts.tsx'

export type RowProps = {
  link: ShortLink
  /** Whether the data is current. Amounts from a saved copy are not green. */
  live: boolean
  onShare: (link: ShortLink) => void
  onRetry: (link: ShortLink) => void
  selected?: boolean | undefined
}

type LinkRowProps = RowProps & {
  /** Set while links are being selected. The row then shows a checkbox instead of its buttons. */
  onSelect?: ((uuid: string, range?: boolean) => void) | undefined
}

/** Shows a link on a phone: a tap shares it, the button copies it, a long press opens the menu. */
export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { link, live, onShare, onRetry, onSelect, selected = false } = props
  const [extraction, following] = useRowExtraction(link)
  const reading = extraction.progress < 100 && !extraction.failed
  const title = titleOf(link, reading || extraction.failed)
  const { waiting }: LocalLink = link
  return (
    <div
      className={css.row}
      data-link-row={link.uuid}
      data-boxed={onSelect && ''}
      data-selected={selected || undefined}
    >
      {following}
      {onSelect && (
        <Checkbox
          bare
          className={css.box}
          label={`Select ${title}`}
          checked={selected}
          onChange={() => onSelect(link.uuid)}
        />
      )}
      <LinkThumb
        link={link}
        className={css.thumb}
        progress={reading ? extraction.progress : undefined}
      />
      <div className={css.main}>
        <ShareButton
          link={link}
          title={title}
          reading={reading}
          className={css.open}
          onShare={onShare}
        />
        <div className={css.second}>
          <Reading link={link} extraction={extraction} live={live} withEnd />
        </div>
      </div>
      {extraction.failed ? (
        <Button size="sm" className={css.retry} onClick={() => onRetry(link)}>
          Retry
        </Button>
      ) : (
        !reading && !needsDecision(waiting) && <Numbers link={link} live={live} />
      )}
      {!onSelect &&
        (needsDecision(waiting) ? (
          <div className={css.end}>
            <RowWaiting link={link} title={title} />
          </div>
        ) : (
          <CopyLink className={css.end} link={link} title={title} />
        ))}
    </div>
  )
})

function Numbers({ link, live }: { link: ShortLink; live: boolean }) {
  return (
    <div className={css.numbers}>
      {link.lifetime_commissions > 0 && (
        <div className={css.earned}>
          <Earned amount={link.lifetime_commissions} live={live} />
        </div>
      )}
      {mayUse('analytics') && <div className={css.clicks}>{clicksText(link.lifetime_clicks)}</div>}
    </div>
  )
}
