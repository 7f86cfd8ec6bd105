import { ImageIcon } from '@phosphor-icons/react/Image'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { useState } from 'react'
import { squareImage } from '#contract/images/images.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import { IconButton } from '#ui/button.tsx'
import { Avatar } from '#ui/pictures/thumb.tsx'
import { useOwnerProfile } from './page.ts'
import css from './page.module.css'

type PageHeadProps = { page: CreatorPage; edit: () => void; editCover: () => void }

/** Shows the top of the page: cover, avatar, name and description. */
export function PageHead({ page, edit, editCover }: PageHeadProps) {
  const { title, description, image_url, thumbnail_url } = page
  const owner = useOwnerProfile().value
  const face = owner?.avatar_url
  return (
    <section className={css.head} aria-label="Page head">
      <div className={css.picture}>
        <button
          type="button"
          className={css.cover}
          aria-label={image_url === null ? 'Add a picture' : 'Edit picture'}
          aria-haspopup="dialog"
          onClick={editCover}
        >
          <Picture key={image_url} src={image_url ?? thumbnail_url} />
        </button>
        <span className={css.face}>
          <Avatar src={face ? squareImage(face, 96) : null} name={title} size={44} />
        </span>
      </div>
      <div className={css.who}>
        <h2 className={css.name}>{title}</h2>
        {description !== '' && <p className={`${css.about} hint`}>{description}</p>}
      </div>
      <IconButton
        label="Edit name and text"
        icon={PencilSimpleIcon}
        aria-haspopup="dialog"
        onClick={edit}
      />
    </section>
  )
}

function Picture({ src }: { src: string | null }) {
  const [broken, setBroken] = useState(false)
  if (src === null || broken)
    return (
      <span className={css.noCover}>
        <ImageIcon size={22} aria-hidden />
      </span>
    )
  return (
    <img
      className={css.coverImage}
      src={squareImage(src, 480)}
      alt=""
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
