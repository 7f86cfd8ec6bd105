import { useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { imagePath } from '#contract/images.ts'
import { IMAGE_OPTIONS } from '#contract/limits.ts'
import css from './collection-head.module.css'

/** Twice the widest box it stands in. */
const SIZE = { width: 960, height: 480 }

/** The cover as visitors see it above the links; a tap edits it. */
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
        src={imagePath(src, { ...IMAGE_OPTIONS, ...SIZE })}
        alt=""
        decoding="async"
        onError={() => setBroken(true)}
      />
    </button>
  )
}
