import { TextField } from '#ui/fields/field.tsx'
import type { EditTabProps } from '../edit-tab-props.ts'
import css from './edit-settings.module.css'
import { MomentField } from '../limits/moment-field.tsx'

/** Edits when the link starts and expires, and where visitors go afterwards. */
export function EditEnding({ values, change, errors }: EditTabProps) {
  const { starts_at: start, expires_at: end, fallback_url: fallback } = values
  return (
    <div className={`${css.ending} stack`}>
      <MomentField
        name="starts_at"
        label="Starts"
        value={start}
        onChange={(starts_at) => change({ starts_at })}
        error={errors.starts_at}
        passed="This time has passed, so the link is open."
        clearLabel="Clear start"
      />
      <MomentField
        name="expires_at"
        label="Ends"
        value={end}
        onChange={(expires_at) => change({ expires_at })}
        error={errors.expires_at}
        passed="This time has passed, so the link no longer leads to its target."
        clearLabel="Clear"
      />
      <TextField
        name="fallback_url"
        label="Then go to"
        hint="Optional"
        inputMode="url"
        placeholder="https://"
        value={fallback}
        onChange={(event) => change({ fallback_url: event.target.value })}
        error={errors.fallback_url}
        help={
          fallback.trim() === ''
            ? "Leave empty to show 'This link has ended'."
            : 'Where people go after the end.'
        }
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
    </div>
  )
}
