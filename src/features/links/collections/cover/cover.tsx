import { useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { COVER_SIZE } from '#contract/images/image-sizes.ts'
import { imagePath } from '#contract/images/images.ts'
import { serverAddress } from '#http/endpoint.ts'
import css from '../collection-head.module.css'

/** Shows the cover as visitors see it above the links; pressing it edits the cover. */
export function Cover({ collection, edit }: { collection: Collection; edit: () => void }) {
  const { image_url: src } = collection
  return src === null ? null : <Picture key={src} src={src} edit={edit} />
}

function Picture({ src, edit }: { src: string; edit: () => void }) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return (
    <button
      type="button"
      className={css.cover}
      aria-label="Edit cover photo"
      aria-haspopup="dialog"
      onClick={edit}
    >
      <img
        src={serverAddress(imagePath(src, COVER_SIZE))}
        alt=""
        decoding="async"
        onError={() => setBroken(true)}
      />
    </button>
  )
}
