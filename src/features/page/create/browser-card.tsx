import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { UserIcon } from '@phosphor-icons/react/User'
import { Avatar } from '#ui/pictures/thumb.tsx'
import css from './browser-card.module.css'
import { addressBase } from '../page.ts'

type BrowserCardProps = { title: string; slug: string; picture: string | null }

/**
 * Shows a picture of the page in a browser while the user names it. Decorative: the fields contain
 * the same text.
 */
export const BrowserCard = ({ title, slug, picture }: BrowserCardProps) => (
  <figure className={css.card} aria-hidden="true">
    <p className={css.address}>
      <LockSimpleIcon size={13} weight="fill" />
      <span className={css.url}>
        <span>{addressBase()}</span>
        <b key={slug} className={css.slug}>
          {slug.toLowerCase()}
        </b>
      </span>
    </p>
    <div className={css.cover}>{picture && <img className={css.image} src={picture} alt="" />}</div>
    <span className={css.face}>
      <Avatar src={null} name={title} size={56} nameless={<UserIcon size={26} />} />
    </span>
    <p className={css.title}>{title || 'Your name'}</p>
  </figure>
)
