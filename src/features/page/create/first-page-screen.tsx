import { Navigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useLayoutFlags } from '#app/shell/layout.ts'
import { useInstagramAccount } from '#features/people/connected-accounts/accounts.ts'
import { paths } from '#paths.ts'
import { FillFromInstagram } from './fill-from-instagram.tsx'
import { FirstPageForm } from './first-page-form.tsx'
import { FormSkeleton } from './new-page-screen.tsx'
import { usePage } from '../page.ts'
import { StepScreen } from './step-screen.tsx'
import { useSuggestion } from './use-new-page.ts'

/** Guides through two steps to the first page: name and address, then a picture. */
export function FirstPageScreen() {
  useLayoutFlags({ nav: false, fab: 'none' })
  const page = usePage()
  const { account, isAsked } = useAccountToFillFrom()
  const suggested = useSuggestion(account)
  const { step } = useSearch({ strict: false })
  if (page.value) return <Navigate to={paths.pageHome} replace />
  if (suggested && !page.loading)
    return (
      <FirstPageForm
        key={account?.id}
        page={page}
        suggested={suggested}
        step={step ?? 'name'}
        aside={isAsked && account !== undefined && <FillFromInstagram account={account} />}
      />
    )
  return (
    <StepScreen step="name" skip={null}>
      <FormSkeleton />
    </StepScreen>
  )
}

/**
 * Returns the connected Instagram account at the Instagram address: null if there is none or at the
 * other address, undefined while it loads.
 */
function useAccountToFillFrom() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const account = useInstagramAccount()
  const isAsked = pathname === paths.firstPageOfInstagram
  return { account: isAsked ? account : null, isAsked }
}
