import { ArrowRightIcon } from '@phosphor-icons/react/ArrowRight'
import type { FieldChange } from '#contract/links/history.ts'
import { DefinitionList } from '#ui/definition-list.tsx'
import { valueText } from './history-texts.ts'
import css from './history.module.css'

/** Lists changed fields with their values before and after. */
export const FieldChanges = ({ changes }: { changes: FieldChange[] }) => (
  <DefinitionList
    className={css.changes}
    rows={changes.map((change) => [change.label, <Values key={change.field} change={change} />])}
  />
)

function Values({ change }: { change: FieldChange }) {
  const { before, after } = change
  if (before === null && after === null) return <span>Changed</span>
  return (
    <>
      <span className={css.before} dir="auto">
        {valueText(change, before)}
      </span>
      <ArrowRightIcon className={css.arrow} size={14} weight="bold" aria-label="becomes" />
      <span dir="auto">{valueText(change, after)}</span>
    </>
  )
}
