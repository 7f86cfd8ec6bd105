import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { currentUser, type SignedInUser } from '#api/people/account.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { squareImage } from '#contract/images/images.ts'
import { serverAddress } from '#http/endpoint.ts'
import { Avatar } from '#ui/pictures/thumb.tsx'
import { paths } from '#paths.ts'
import styles from './more-screen.module.css'

/**
 * Shows the signed-in user, optionally with the email address. Without an answer, the row still
 * links to the profile.
 */
export function ProfileRow({ withAddress = false }: { withAddress?: boolean }) {
  const { value: user } = useAnswer('user', currentUser, { copy: true, isSecondary: true })
  const name = user && nameOf(user)
  const address = withAddress && name !== user?.email ? user?.email : undefined
  return (
    <a className={styles.profile} href={paths.profile}>
      <Avatar
        src={user?.avatar_url ? serverAddress(squareImage(user.avatar_url, 112)) : null}
        name={name ?? ''}
        size={56}
      />
      <span className={styles.who}>
        <span className={styles.name}>{name ?? 'Your profile'}</span>
        <span className="hint">{address ?? 'Public profile'}</span>
      </span>
      <CaretRightIcon size={15} weight="bold" aria-hidden />
    </a>
  )
}

function nameOf({ name_first, name_last, email }: SignedInUser) {
  return `${name_first} ${name_last}`.trim() || email
}
