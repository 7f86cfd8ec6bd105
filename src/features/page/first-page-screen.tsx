import { Navigate, useSearch } from '@tanstack/react-router'
import { useLayoutFlags } from '#app/shell/layout.ts'
import { paths } from '#paths.ts'
import { FirstPageForm } from './first-page-form.tsx'
import { FormSkeleton } from './new-page-screen.tsx'
import { usePage } from './page.ts'
import { StepScreen } from './step-screen.tsx'
import { useSuggestion } from './use-new-page.ts'

/** Two steps to a first page: name and address, then a picture (R-050, R-051, R-377, D-40). */
export function FirstPageScreen() {
  useLayoutFlags({ topBar: false, nav: false, fab: 'none' })
  const page = usePage()
  const suggested = useSuggestion()
  const { step } = useSearch({ strict: false })
  if (page.value) return <Navigate to={paths.pageHome} replace />
  if (suggested && !page.loading)
    return <FirstPageForm page={page} suggested={suggested} step={step ?? 'name'} />
  return (
    <StepScreen step="name" skip={null}>
      <FormSkeleton />
    </StepScreen>
  )
}
