import { ImageIcon } from '@phosphor-icons/react/Image'
import { WarningIcon } from '@phosphor-icons/react/Warning'
import type { CSSProperties, ReactNode } from 'react'
import { initialsOf } from '#contract/text/graphemes.ts'
import { cx } from '../styles/class-names.ts'
import { LazyImage } from './lazy-image.tsx'
import { Placeholder } from './placeholder.tsx'
import styles from './thumb.module.css'

type ThumbProps = {
  className?: string | undefined
  src: string | null
  size?: number
  /** Progress from 0 to 99 while title and picture are loading. Undefined when they are loaded. */
  progress?: number | undefined
  /** Whether the link's page no longer works. A picture, if there is one, covers the icon. */
  failed?: boolean | undefined
  /** Small icon at the corner, such as for an unsynced edit. */
  badge?: ReactNode
}

/** Shows a link's picture. Decorative, because the title is beside it. */
export function Thumb({ className, src, size = 48, progress, failed, badge }: ThumbProps) {
  const fetching = progress !== undefined && progress < 100
  return (
    <span
      className={cx(styles.thumb, className)}
      data-failed={failed || undefined}
      style={size === 48 ? undefined : { width: size, height: size }}
    >
      {fetching && (
        <span className={styles.fill} style={{ '--progress': progress / 100 } as CSSProperties} />
      )}
      {failed && <WarningIcon size={20} aria-hidden />}
      {!failed && fetching && <ImageIcon size={20} aria-hidden />}
      {!fetching && (
        <LazyImage
          key={src}
          className={styles.image}
          src={src}
          size={size}
          fallback={failed ? null : <Placeholder size={48} />}
        />
      )}
      {badge && <span className={styles.badge}>{badge}</span>}
    </span>
  )
}

type AvatarProps = {
  src: string | null
  name: string
  size?: 32 | 44 | 56 | 92
  /** Content for a person without a name. */
  nameless?: ReactNode
}

/** Shows a person's picture or initials. Decorative, because the name is beside it. */
export function Avatar({ src, name, size = 44, nameless }: AvatarProps) {
  return (
    <span
      className={styles.avatar}
      style={{ '--avatar': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      <span>{initialsOf(name) || nameless}</span>
      <LazyImage key={src} className={styles.image} src={src} size={size} />
    </span>
  )
}
