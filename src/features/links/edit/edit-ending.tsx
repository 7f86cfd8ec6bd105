import { useState, type SyntheticEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import type { EditTabProps } from './edit-tab-props.ts'
import css from './edit-settings.module.css'
import { parseLocal, timeZone, formatLocal } from './local-moment.ts'

/** Edits when the link expires and where visitors go afterwards. */
export function EditEnding({ values, change, errors }: EditTabProps) {
  const { expires_at: end, fallback_url: fallback } = values
  const [cleared, setCleared] = useState(0)

  // Browsers send no change event for an incomplete date, so read the field on other events, too.
  function read(event: SyntheticEvent<HTMLInputElement>) {
    const typed = parseLocal(event.currentTarget)
    if (formatLocal(typed) !== formatLocal(end) || (typed === '') !== (end === '')) {
      change({ expires_at: typed })
    }
  }

  function clear() {
    change({ expires_at: null })
    // A new key recreates the field, which is the only way to clear an incomplete date.
    setCleared(cleared + 1)
  }

  return (
    <div className={`${css.ending} stack`}>
      <TextField
        key={cleared}
        name="expires_at"
        label="Ends"
        hint="Optional"
        type="datetime-local"
        max="9999-12-31T23:59"
        value={formatLocal(end)}
        onChange={read}
        onKeyUp={read}
        onBlur={read}
        error={errors.expires_at}
        help={helpFor(end)}
        trailing={
          end !== null && (
            <Button size="sm" className={css.suggest} onClick={clear}>
              Clear
            </Button>
          )
        }
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

function helpFor(end: string | null): string {
  if (end && Date.parse(end) <= Date.now())
    return 'This time has passed, so the link no longer leads to its target.'
  const zone = timeZone()
  return zone === '' ? 'In this device’s time zone.' : `In your time, ${zone}.`
}
