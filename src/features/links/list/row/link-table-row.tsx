import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { memo } from 'react'
import { count } from '#app/formats.ts'
import { clockText, dayText } from '#app/problems/times.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { needsDecision, type LocalLink } from '#mirror/outbox/waiting.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { CopyLink } from '../../copy-link.tsx'
import { useRowExtraction } from '../../extraction.ts'
import type { RowProps } from './link-row.tsx'
import css from '../link-table.module.css'
import { mayUse } from '#live/signed-in.ts'
import { Earned, Hidden } from '../../numbers.tsx'
import { Reading } from '../../reading.tsx'
import { titleOf } from '../../short-parts.ts'
import { TagList } from '../../tag-list.tsx'
import { RecentClicks } from '../list-parts.tsx'
import { LinkThumb, ShareButton } from './row-parts.tsx'
import { RowWaiting } from './waiting-parts.tsx'

type TableRowProps = RowProps & {
  /** Whether the row is below a day heading. It then shows the time instead of the date. */
  underDay: boolean
  onEdit: (link: ShortLink) => void
  onSelect: (uuid: string, range?: boolean) => void
  onMenu: (link: ShortLink, button: HTMLElement) => void
}

/**
 * Returns whether Shift is held. A checkbox changes by a click event, also from the keyboard, which
 * has the modifier keys.
 */
const hasShift = (event: Event) => event instanceof MouseEvent && event.shiftKey

/** Shows a link in the table for wide windows. */
export const LinkTableRow = memo(function LinkTableRow(props: TableRowProps) {
  const { link, live, underDay, onShare, onEdit, onRetry, onMenu, onSelect } = props
  const { selected = false } = props
  const created = Date.parse(link.created_at)
  const [extraction, following] = useRowExtraction(link)
  const reading = extraction.progress < 100 && !extraction.failed
  const title = titleOf(link, reading || extraction.failed)
  const { waiting }: LocalLink = link
  return (
    <div
      role="presentation"
      className={css.row}
      data-link-row={link.uuid}
      data-selected={selected || undefined}
      data-untagged={link.tags.length === 0 || undefined}
    >
      {following}
      <div role="cell" className={css.above}>
        <Checkbox
          bare
          label={`Select ${title}`}
          checked={selected}
          onChange={({ nativeEvent }) => onSelect(link.uuid, hasShift(nativeEvent))}
        />
      </div>
      <div role="cell" className={css.link}>
        <LinkThumb link={link} size={36} progress={reading ? extraction.progress : undefined} />
        <div className={css.main}>
          <ShareButton
            link={link}
            title={title}
            reading={reading}
            className={css.open}
            onShare={onShare}
          />
          <div className={`${css.second} hint`}>
            <Reading link={link} extraction={extraction} live={live} withEnd />
          </div>
        </div>
        {extraction.failed && (
          <Button size="sm" className={css.above} onClick={() => onRetry(link)}>
            Retry
          </Button>
        )}
      </div>
      <div role="cell" className={link.tags.length > 0 ? css.tags : css.noTags}>
        <TagList tags={link.tags} />
      </div>
      <div role="cell" className={css.recent}>
        <RecentClicks link={link} />
      </div>
      <div role="cell" className={css.number}>
        {mayUse('analytics') ? (
          <>
            <span>{count(link.lifetime_clicks)}</span>
            <span className="vh">{` ${link.lifetime_clicks === 1 ? 'click' : 'clicks'}`}</span>
          </>
        ) : (
          <Hidden />
        )}
      </div>
      <div role="cell" className={css.number}>
        <Earned amount={link.lifetime_commissions} live={live} />
      </div>
      <div role="cell" className={css.created}>
        {underDay ? clockText(created) : dayText(created)}
      </div>
      <div role="cell" className={css.actions}>
        {needsDecision(waiting) ? (
          <RowWaiting link={link} title={title} />
        ) : (
          <CopyLink size="sm" link={link} title={title} />
        )}
        <IconButton
          size="sm"
          icon={PencilSimpleIcon}
          label={`Edit ${title}`}
          aria-haspopup="dialog"
          onClick={() => onEdit(link)}
        />
        <IconButton
          size="sm"
          icon={DotsThreeIcon}
          label={`More for ${title}`}
          aria-haspopup="menu"
          onClick={(event) => onMenu(link, event.currentTarget)}
        />
      </div>
    </div>
  )
})
