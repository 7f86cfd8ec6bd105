import { useState, type SyntheticEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import css from '../settings/edit-settings.module.css'
import { formatLocal, parseLocal, timeZone } from './local-moment.ts'

type MomentFieldProps = {
  name: string
  label: string
  /** ISO time, null for none, or '' for input that is not a valid time. */
  value: string | null
  onChange: (value: string | null) => void
  error: string | undefined
  /** Text below the field if the time has passed. */
  passed: string
  clearLabel: string
}

/** Edits an optional date and time in the time zone of this device. */
export function MomentField({ value, onChange, passed, clearLabel, ...field }: MomentFieldProps) {
  const [cleared, setCleared] = useState(0)

  // Browsers send no change event for an incomplete date, so read the field on other events, too.
  function read(event: SyntheticEvent<HTMLInputElement>) {
    const typed = parseLocal(event.currentTarget)
    if (formatLocal(typed) !== formatLocal(value) || (typed === '') !== (value === '')) {
      onChange(typed)
    }
  }

  function clear() {
    onChange(null)
    // A new key recreates the field, which is the only way to clear an incomplete date.
    setCleared(cleared + 1)
  }

  return (
    <TextField
      key={cleared}
      {...field}
      hint="Optional"
      type="datetime-local"
      max="9999-12-31T23:59"
      value={formatLocal(value)}
      onChange={read}
      onKeyUp={read}
      onBlur={read}
      help={hasPassed(value) ? passed : zoneText()}
      trailing={
        value !== null && (
          <Button size="sm" className={css.suggest} onClick={clear} aria-label={clearLabel}>
            Clear
          </Button>
        )
      }
    />
  )
}

const hasPassed = (time: string | null) => time !== null && Date.parse(time) <= Date.now()

function zoneText(): string {
  const zone = timeZone()
  return zone === '' ? 'In this device’s time zone.' : `In your time, ${zone}.`
}
