import { CheckIcon } from '@phosphor-icons/react/Check'
import { useState } from 'react'
import { editCustomDomain } from '#api/page/domains.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import type { CustomDomain } from '#contract/page/domains.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { DomainField, NEEDS_CONNECTION, readName } from './domain-field.tsx'
import css from './domains.module.css'
import { storeDomain, type Domains } from './domains.ts'

type DomainNameProps = { domain: CustomDomain; domains: Domains }

/** Shows the domain name, which can be changed until the domain is active. */
export function DomainName({ domain, domains }: DomainNameProps) {
  const [isOpen, setOpen] = useState(false)
  const form = useForm({
    draft: `custom-domain-${domain.id}`,
    initial: { domain: shownHost(domain.domain) },
    read: readName,
    save: (sent) => editCustomDomain(domain.id, sent, quiet),
    onSaved(next) {
      setOpen(false)
      storeDomain(domains, next)
      toast('Saved. Its TXT record is a new one.')
    },
    action: 'change the domain',
    offline: NEEDS_CONNECTION,
  })
  const canChange = domain.status === 'pending' || domain.status === 'failed'
  if (!form.ready) return null
  // Show unsaved input of an earlier visit again.
  if (canChange && (isOpen || form.dirty)) {
    return (
      <form {...form.props} className={`${css.rename} stack`}>
        <DomainField {...form.field('domain')} />
        <FieldError text={form.errors[WHOLE_FORM]} />
        <div className={css.next}>
          <Button
            onClick={() => {
              form.change({ domain: shownHost(domain.domain) })
              setOpen(false)
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save
          </Button>
        </div>
      </form>
    )
  }
  return (
    <div className={css.stepLine}>
      <span className={css.number} aria-hidden>
        <CheckIcon size={16} weight="bold" />
      </span>
      <p className={css.chosen}>{shownHost(domain.domain)}</p>
      {canChange && (
        <Button variant="quiet" size="md" onClick={() => setOpen(true)}>
          Change
        </Button>
      )}
    </div>
  )
}
