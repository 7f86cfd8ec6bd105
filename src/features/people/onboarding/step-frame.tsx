import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import css from './onboarding-dialog.module.css'
import type { Wizard } from './use-wizard.ts'

type StepFrameProps = {
  wizard: Wizard
  /** Label of the button. */
  action?: string
  /** Shows the button less prominently, if the step has a more important one. */
  quiet?: boolean
  disabled?: boolean
  /** Called before going to the next step. */
  save?: () => Promise<unknown>
  /** Second way to continue, beside the button. */
  other?: ReactNode
  note?: string
  /** Extends the content to the edges of the window. */
  fill?: boolean
  children?: ReactNode
}

/**
 * Shows what all steps but the form have in common: text, content, and the button at the bottom.
 */
export function StepFrame(props: StepFrameProps) {
  const { wizard, action = 'Next', quiet, disabled, save, other, note, fill, children } = props
  const text = wizard.text('text')
  return (
    <div className={css.step}>
      <div className={`${css.body} stack`} data-fill={fill || undefined}>
        {text !== '' && <p className={css.lead}>{text}</p>}
        {children}
      </div>
      <div className={`${css.foot} stack`}>
        <FieldError text={wizard.problem} />
        <Button
          variant={quiet ? 'secondary' : 'primary'}
          size="lg"
          block
          disabled={disabled}
          busy={wizard.busy}
          onClick={() => wizard.next(save)}
        >
          {action}
        </Button>
        {other}
        {note && <p className={`${css.note} hint`}>{note}</p>}
      </div>
    </div>
  )
}
