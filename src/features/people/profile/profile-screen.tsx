import { useOffline } from '#app/problems/problems.ts'
import type { Answer } from '#app/query/use-answer.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { PublicProfile } from '#contract/people/profile.ts'
import { ConnectedAccounts } from '#features/people/connected-accounts/connected-accounts.tsx'
import { SocialLinks } from '#features/people/social/social-links.tsx'
import { paths } from '#paths.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { ProfileForm } from './profile-form.tsx'
import css from './profile-screen.module.css'
import { useProfile } from './profile.ts'

/** Shows the public profile for editing. */
export function ProfileScreen() {
  const profile = useProfile()
  return (
    <Screen title="Public profile" freshness={profile} back={paths.more} narrow>
      <Body profile={profile} />
      <section className={`${css.social} stack`}>
        <h2 className={css.heading}>Social media</h2>
        <SocialLinks />
      </section>
      <section className={`${css.social} stack`}>
        <h2 className={css.heading}>Connected accounts</h2>
        <ConnectedAccounts />
      </section>
    </Screen>
  )
}

/** Shows a different state for each of: loading, failed, not saved on this device, and loaded. */
function Body({ profile }: { profile: Answer<PublicProfile> }) {
  const { value, set, loading, error } = profile
  const offline = useOffline()
  if (value) return <ProfileForm profile={value} onSaved={set} stale={error !== null} />
  if (!loading && error && !offline) return <NotLoaded what="profile" list={profile} />
  if (!loading) return <NothingSaved what="profile" />
  return <FormSkeleton />
}
