import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/screen.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ProfileForm } from './profile-form.tsx'
import css from './profile-screen.module.css'
import { useProfile } from './profile.ts'

/** What others see of the person. */
export function ProfileScreen() {
  return (
    <Screen title="Public profile" back="/more" narrow>
      <Body />
    </Screen>
  )
}

/** Not read yet, not to be had, and the form: three answers that never look alike. */
function Body() {
  const { profile, keep, error, again } = useProfile()
  const offline = useOffline()
  if (profile) return <ProfileForm profile={profile} saved={keep} stale={error !== undefined} />
  if (offline)
    return (
      <EmptyState
        title="Nothing saved on this device yet"
        text="Your profile will be here after one visit with a connection."
      />
    )
  if (error)
    return (
      <EmptyState
        title="Couldn’t load your profile"
        text="Check your connection and try again."
        action={<Button onClick={again}>Try again</Button>}
      />
    )
  return (
    <div className={css.form} role="status" aria-label="Loading your profile">
      <Skeleton width={92} height={92} radius="50%" />
      <Skeleton height={52} />
      <Skeleton height={52} />
      <Skeleton height={52} />
    </div>
  )
}
