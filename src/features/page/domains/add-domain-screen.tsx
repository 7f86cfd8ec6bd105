import { useNavigate } from '@tanstack/react-router'
import { addCustomDomain } from '#api/page/domains.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import { DomainField, NEEDS_CONNECTION, readName } from './domain-field.tsx'
import css from './domains.module.css'
import { storeDomain, useCustomDomains } from './domains.ts'

/** Asks for the domain name, the first step. The next screen shows the DNS records to add. */
export function AddDomainScreen() {
  const domains = useCustomDomains()
  const attempt = useAttemptKeys()
  const navigate = useNavigate()
  const bar = useFloating()
  const form = useForm({
    draft: 'custom-domain',
    initial: { domain: '' },
    read: readName,
    save: (sent) => attempt(sent, (key) => addCustomDomain(sent, { ...quiet, key })),
    onSaved(added) {
      storeDomain(domains, added)
      void navigate({ href: paths.editDomain(String(added.id)), replace: true })
    },
    action: 'add the domain',
    offline: NEEDS_CONNECTION,
  })
  return (
    <Screen title="Add a domain" freshness="none" back={paths.domains} narrow className={css.tall}>
      {form.ready && (
        <form {...form.props} className={`${css.form} stack`}>
          <DomainField {...form.field('domain')} />
          <div ref={bar} className={`${css.bar} dock-bar`}>
            <FieldError text={form.errors[WHOLE_FORM]} />
            <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
              Next
            </Button>
          </div>
        </form>
      )}
    </Screen>
  )
}
