import type { ShortLink } from '#contract/links/short-link.ts'
import type { LocalLink } from '#mirror/outbox/waiting.ts'
import { cx } from '#ui/styles/class-names.ts'
import { Thumb } from '#ui/pictures/thumb.tsx'
import { isBroken, thumbOf } from '../../short-parts.ts'
import { WaitingBadge } from './waiting-parts.tsx'

type LinkThumbProps = {
  link: LocalLink
  /** Progress while the page of the link is being read. */
  progress: number | undefined
  size?: number
  className?: string | undefined
}

/** Shows the picture of a link with its state. */
export const LinkThumb = ({ link, ...look }: LinkThumbProps) => (
  <Thumb
    {...look}
    src={thumbOf(link)}
    failed={isBroken(link)}
    badge={link.waiting && <WaitingBadge waiting={link.waiting} />}
  />
)

type ShareButtonProps = {
  link: ShortLink
  title: string
  reading: boolean
  className: string | undefined
  onShare: (link: ShortLink) => void
}

/** Shows the name of a link. Pressing it, or anywhere in its row, shares the link. */
export const ShareButton = ({ link, title, reading, className, onShare }: ShareButtonProps) => (
  <button
    type="button"
    className={cx(className, 'covering trunc', reading && 't2')}
    aria-haspopup="dialog"
    onClick={() => onShare(link)}
  >
    {title}
  </button>
)
