import { useState } from 'react'
import { initialOf } from '#contract/text/graphemes.ts'
import { cx } from '#ui/class-names.ts'
import { Placeholder } from '#ui/placeholder.tsx'
import css from './picture.module.css'

type PictureProps = { src: string | null; className?: string | undefined }

/**
 * Shows a picture that fills its box, or an empty box without one. Decorative, because text is
 * beside it.
 */
export function Picture({ src, className }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const isThere = src !== null && src !== '' && broken !== src
  return (
    <span className={cx(css.picture, className)}>
      {isThere ? (
        <img
          src={src}
          alt=""
          width={160}
          height={160}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <Placeholder size={56} />
      )}
    </span>
  )
}

type BrandLogoProps = { name: string; src: string | null; size?: 22 | 28 | 44 | 48 | 76 }

/**
 * Shows a logo, or the first letter of the name without one. Decorative, because the name is beside
 * it.
 */
export function BrandLogo({ name, src, size = 48 }: BrandLogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const isThere = src !== null && src !== '' && broken !== src
  return (
    <span className={css.logo} data-size={size} aria-hidden="true">
      {isThere ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        initialOf(name)
      )}
    </span>
  )
}
