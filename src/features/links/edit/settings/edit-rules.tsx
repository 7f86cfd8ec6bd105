import { SignpostIcon } from '@phosphor-icons/react/Signpost'
import { Suspense, useState } from 'react'
import { FieldError } from '#ui/fields/field-error.tsx'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { ListButton } from '#ui/list-row.tsx'
import type { EditTabProps } from '../edit-tab-props.ts'
import css from './edit-settings.module.css'

const RulesDialog = lazyPart(async () => (await import('../../rules/rules-dialog.tsx')).RulesDialog)

/** Shows the number of rules, and opens them. They are saved with the form. */
export function EditRules(props: EditTabProps) {
  const [isOpen, setOpen] = useState(false)
  const { rules } = props.values
  const error = props.errors.rules
  return (
    <div className={css.rules} data-wrong={error ? true : undefined} tabIndex={-1}>
      <ListButton
        opens
        icon={SignpostIcon}
        label="Where it leads"
        help="Other addresses by country, device, app or time."
        value={rulesText(rules.length)}
        onClick={() => setOpen(true)}
      />
      <FieldError text={error} />
      {isOpen && (
        <Suspense fallback={null}>
          <RulesDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function rulesText(count: number): string {
  if (count === 0) return 'No rules'
  return count === 1 ? '1 rule' : `${count} rules`
}
