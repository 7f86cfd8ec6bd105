import { Navigate, useLocation } from '@tanstack/react-router'
import { Screen } from '#app/shell/screen/screen.tsx'
import { currentAccount } from '#live/signed-in.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Replaces a screen that a member of the account cannot use. Home leads to the links instead. */
export function NotAllowed() {
  const account = currentAccount()
  const { pathname } = useLocation()
  if (pathname === paths.home) return <Navigate to={paths.links} replace />
  return (
    <Screen title="Not available" freshness="none" narrow>
      <EmptyState
        title="This isn’t part of your access"
        text={`You are helping with the account of ${account?.name || account?.email}. Its owner has not given you this, or only the owner can do it.`}
        action={<ButtonLink href={paths.links}>Go to links</ButtonLink>}
        secondary={<a href={paths.accounts}>Switch accounts</a>}
      />
    </Screen>
  )
}
