import { StackIcon } from '@phosphor-icons/react/Stack'
import { useState } from 'react'
import { squareImage } from '#contract/images/images.ts'
import { serverAddress } from '#http/endpoint.ts'
import { Placeholder } from '#ui/pictures/placeholder.tsx'
import css from './mosaic.module.css'

/** Picture width in pixels, sharp in the widest tile. */
const TILE_WIDTH = 480

/** Shows the first pictures of a collection. Decorative: its name is below. */
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
        // Only the position distinguishes two cells with the same picture.
        // oxlint-disable-next-line react/no-array-index-key
        <Cell key={`${place} ${src ?? ''}`} src={src} />
      ))}
    </span>
  )
}

/** Shows a picture, or the placeholder if there is none or it cannot be loaded. */
function Cell({ src }: { src: string | null }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className={css.cell}>
      {src === null || broken ? (
        <Placeholder size={48} />
      ) : (
        <img
          className={css.picture}
          src={serverAddress(squareImage(src, TILE_WIDTH))}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
