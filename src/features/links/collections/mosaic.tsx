import { StackIcon } from '@phosphor-icons/react/Stack'
import { useState } from 'react'
import { shownAt } from '#contract/images.ts'
import { serverAddress } from '#http/endpoint.ts'
import { Placeholder } from '#ui/placeholder.tsx'
import css from './mosaic.module.css'

/** Sharp where a tile is widest. */
const SIZE = 480

/** The first pictures of a collection, decorative: its name stands below. */
export function Mosaic({ pictures }: { pictures: (string | null)[] }) {
  const shown = pictures.slice(0, 4)
  return (
    <span className={css.mosaic} data-count={shown.length} aria-hidden="true">
      {shown.length === 0 && (
        <span className={css.cell}>
          <StackIcon size={28} />
        </span>
      )}
      {shown.map((src, place) => (
        // A place in the mosaic is all that tells two cells apart.
        // oxlint-disable-next-line react/no-array-index-key
        <Cell key={`${place} ${src ?? ''}`} src={src} />
      ))}
    </span>
  )
}

/** Where there is no picture, or it does not come, the placeholder stands. */
function Cell({ src }: { src: string | null }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className={css.cell}>
      {src === null || broken ? (
        <Placeholder size={48} />
      ) : (
        <img
          className={css.picture}
          src={serverAddress(shownAt(src, SIZE))}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
