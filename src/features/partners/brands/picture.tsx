import { initialOf } from '#contract/text/graphemes.ts'
import { cx } from '#ui/styles/class-names.ts'
import { LazyImage } from '#ui/pictures/lazy-image.tsx'
import { Placeholder } from '#ui/pictures/placeholder.tsx'
import css from './picture.module.css'

type PictureProps = { src: string | null; className?: string | undefined }

/**
 * Shows a picture that fills its box, or an empty box without one. Decorative, because text is
 * beside it.
 */
export function Picture({ src, className }: PictureProps) {
  return (
    <span className={cx(css.picture, className)}>
      <LazyImage key={src} src={src} size={160} fallback={<Placeholder size={56} />} />
    </span>
  )
}

type BrandLogoProps = { name: string; src: string | null; size?: 22 | 28 | 44 | 48 | 76 }

/**
 * Shows a logo, or the first letter of the name without one. Decorative, because the name is beside
 * it.
 */
export function BrandLogo({ name, src, size = 48 }: BrandLogoProps) {
  return (
    <span className={css.logo} data-size={size} aria-hidden="true">
      <LazyImage key={src} src={src} size={size} fallback={initialOf(name)} />
    </span>
  )
}
