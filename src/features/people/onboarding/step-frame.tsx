import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import css from './onboarding-dialog.module.css'
import type { Wizard } from './use-wizard.ts'

type StepFrameProps = {
  wizard: Wizard
  /** What the button says. */
  action?: string
  /** What it does without this step is what most will want: no louder than that. */
  quiet?: boolean
  disabled?: boolean
  /** Saved before going on. */
  save?: () => Promise<unknown>
  /** Beside the button, where there is another way on. */
  other?: ReactNode
  note?: string
  /** To the edges of the window. */
  fill?: boolean
  children?: ReactNode
}

/** What every step but the form has: its text, what it asks for, and the way on at the thumb. */
export function StepFrame(props: StepFrameProps) {
  const { wizard, action = 'Next', quiet, disabled, save, other, note, fill, children } = props
  const text = wizard.text('text')
  return (
    <div className={css.step}>
      <div className={css.body} data-fill={fill || undefined}>
        {text !== '' && <p className={css.lead}>{text}</p>}
        {children}
      </div>
      <div className={css.foot}>
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
        {note && <p className={css.note}>{note}</p>}
      </div>
    </div>
  )
}
