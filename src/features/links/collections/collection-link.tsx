import { DotsThreeVerticalIcon } from '@phosphor-icons/react/DotsThreeVertical'
import { useState } from 'react'
import { squareImage } from '#contract/images/images.ts'
import { serverAddress } from '#http/endpoint.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { CopyLink } from '#features/links/copy-link.tsx'
import { LinkRow } from '#features/links/list/row/link-row.tsx'
import { RowSkeleton } from '#features/links/list/list-skeleton.tsx'
import { retryReading } from '#features/links/retry-reading.ts'
import { ShortAddress } from '#features/links/short-address.tsx'
import { titleOf } from '#features/links/short-parts.ts'
import { IconButton } from '#ui/button.tsx'
import { Placeholder } from '#ui/pictures/placeholder.tsx'
import { useWide } from '#ui/use-media.ts'
import css from './collection-links.module.css'
import { MoveHandle } from '#ui/order/move-handle.tsx'
import type { Drag } from '#ui/order/use-drag.ts'
import type { Editing } from './use-held-links.tsx'

type CollectionLinkProps = {
  uuid: string
  link: ShortLink | undefined
  live: boolean
  /** Whether links missing on this device cannot load now. */
  isIncomplete: boolean
  place: number
  total: number
  onShare: (link: ShortLink) => void
  /** Actions to move and remove the link; undefined for a smart collection. */
  edit?: Editing
  drag?: Drag
}

/** Picture width in pixels, sharp in the widest card. */
const CARD_WIDTH = 960

const MISSING_TEXT = 'Not on this device yet'

/** Shows a link of a collection as a row, like in the list of all links. */
export function CollectionLinkRow(props: CollectionLinkProps) {
  const { link, live, isIncomplete, onShare, edit } = props
  // On a phone, only the handle opens the menu, so that names have more space.
  const wide = useWide('desk')
  return (
    <ListItem {...props} className={css.row}>
      {edit && <Handle {...props} />}
      {link ? (
        <LinkRow link={link} live={live} onShare={onShare} onRetry={retryReading} />
      ) : isIncomplete ? (
        <p className={`${css.missing} hint`}>{MISSING_TEXT}</p>
      ) : (
        <RowSkeleton />
      )}
      {edit && wide && <More {...props} />}
    </ListItem>
  )
}

/** Shows a link with a large picture, for the grid and post layouts. */
export function CollectionLinkCard(props: CollectionLinkProps) {
  const { link, isIncomplete, onShare, edit } = props
  const title = link ? titleOf(link) : isIncomplete ? MISSING_TEXT : ''
  return (
    <ListItem {...props} className={css.card}>
      <Picture key={link?.image_url} src={link?.image_url ?? null} />
      {edit && (
        <div className={css.over}>
          <Handle {...props} />
          <More {...props} />
        </div>
      )}
      <div className={css.caption}>
        <div className={`${css.text} hint`}>
          <button
            type="button"
            className={`${css.open} covering`}
            aria-haspopup="dialog"
            onClick={() => link && onShare(link)}
          >
            {title}
          </button>
          {link && <ShortAddress link={link} />}
        </div>
        <div className={css.above}>{link && <CopyLink link={link} title={title} />}</div>
      </div>
    </ListItem>
  )
}

type ItemProps = CollectionLinkProps & { className: string | undefined; children: React.ReactNode }

/** Renders the list item with its drag position and its context menu. */
function ListItem(props: ItemProps) {
  const { uuid, link, place, total, edit, drag, className, children } = props
  return (
    <li
      className={className}
      aria-setsize={total}
      aria-posinset={place + 1}
      data-held={uuid}
      data-place={place}
      {...drag?.look(place)}
      onContextMenu={(event) => {
        if (!link || !edit) return
        event.preventDefault()
        const { clientX: x, clientY: y } = event
        const byKey = x === 0 && y === 0
        const box = (event.target as Element).getBoundingClientRect()
        edit.open({ link, place, anchor: byKey ? box : { left: x, right: x, top: y, bottom: y } })
      }}
    >
      {children}
    </li>
  )
}

function Handle({ link, place, total, edit, drag }: CollectionLinkProps) {
  return (
    <MoveHandle
      className={css.handle}
      name={link ? titleOf(link) : 'link'}
      place={place}
      total={total}
      drag={drag}
      onMenu={(anchor) => link && edit?.open({ link, place, anchor })}
      onKeyDown={(event) => edit?.keydown(event, place)}
    />
  )
}

function More({ link, place, edit }: CollectionLinkProps) {
  return (
    <IconButton
      label={`More for ${link ? titleOf(link) : 'link'}`}
      icon={DotsThreeVerticalIcon}
      aria-haspopup="menu"
      onClick={({ currentTarget }) =>
        link && edit?.open({ link, place, anchor: currentTarget.getBoundingClientRect() })
      }
    />
  )
}

function Picture({ src }: { src: string | null }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className={css.picture} aria-hidden="true">
      {src === null || broken ? (
        <Placeholder size={68} />
      ) : (
        <img
          src={serverAddress(squareImage(src, CARD_WIDTH))}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
