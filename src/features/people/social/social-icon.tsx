import type { CSSProperties } from 'react'
import { SOCIAL_TYPES, socialIcon, type SocialTypeName } from '#contract/social/social-links.ts'
import type { Icon } from '#ui/icon.ts'
import css from './social-links.module.css'

type SocialIconProps = { url: string; size?: number }

/** Shows the platform's icon in the text colour. Decorative. */
export const SocialIcon = ({ url, size = 24 }: SocialIconProps) => (
  <span
    className={css.icon}
    style={{ '--size': `${size}px`, '--drawing': `url("${encodeURI(url)}")` } as CSSProperties}
    aria-hidden
  />
)

const iconFor = (name: SocialTypeName): Icon =>
  function TypeIcon({ size = 24 }) {
    return <SocialIcon url={socialIcon(SOCIAL_TYPES[name])} size={size} />
  }

/** Icons of the types, for the menu. */
export const TYPE_ICONS: Record<SocialTypeName, Icon> = {
  instagram: iconFor('instagram'),
  tiktok: iconFor('tiktok'),
  youtube: iconFor('youtube'),
  other: iconFor('other'),
}
