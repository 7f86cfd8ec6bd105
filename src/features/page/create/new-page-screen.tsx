import { Navigate } from '@tanstack/react-router'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { MoveInLink } from '../move-in-link.tsx'
import { AboutField, NameFields } from '../name-fields.tsx'
import css from './new-page.module.css'
import { usePage, type PageAnswer } from '../page.ts'
import { useNewPage, useSuggestion, type Suggestion } from './use-new-page.ts'

/** Shows the form that creates the page; redirects users who already have one. */
export function NewPageScreen() {
  const page = usePage()
  const suggested = useSuggestion()
  if (page.value) return <Navigate to={paths.pageHome} replace />
  const isReady = suggested && !page.loading
  return (
    <Screen title="Create your page" freshness="none" back={paths.page} narrow>
      {isReady ? <NewPageForm page={page} suggested={suggested} /> : <FormSkeleton />}
    </Screen>
  )
}

function NewPageForm({ page, suggested }: { page: PageAnswer; suggested: Suggestion }) {
  const fields = useNewPage(suggested, page)
  const { form } = fields
  if (!form.ready) return <FormSkeleton />
  return (
    <form {...form.props} className={`${css.form} stack`}>
      <NameFields {...fields} />
      <AboutField {...form.field('description')} />
      <MoveInLink />
      <div className={`${css.bar} stack`}>
        <FieldError text={form.errors[WHOLE_FORM]} />
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          Create page
        </Button>
      </div>
    </form>
  )
}

export const FormSkeleton = () => (
  <div className={`${css.form} stack`} role="status" aria-label="Loading">
    <Skeleton height={52} />
    <Skeleton height={52} />
  </div>
)
