import { WEEKDAYS } from '#contract/rules/kinds.ts'
import { Chip } from '#ui/chip.tsx'
import { TextField } from '#ui/fields/field.tsx'
import css from './rules.module.css'

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

type HoursFieldsProps = {
  value: string
  zone: string | undefined
  onChange: (value: string) => void
}

/** Edits weekdays and hours, such as `mon,tue 09:00-17:00`. */
export function HoursFields({ value, zone, onChange }: HoursFieldsProps) {
  const [dayList = '', clock = ''] = value.split(' ')
  const days = dayList.split(',')
  const [from = '', to = ''] = clock.split('-')
  const write = (nextDays: string[], start: string, end: string) =>
    onChange(`${nextDays.join(',')} ${start}-${end}`)

  function toggle(day: string) {
    const isOn = (one: string) => (one === day ? !days.includes(day) : days.includes(one))
    write(WEEKDAYS.filter(isOn), from, to)
  }

  return (
    <>
      <div className={css.chips} role="group" aria-label="Days">
        {WEEKDAYS.map((day, index) => (
          <Chip key={day} pressed={days.includes(day)} onClick={() => toggle(day)}>
            {DAY_NAMES[index]}
          </Chip>
        ))}
      </div>
      <div className={css.pair}>
        <TextField
          name="hours_from"
          label="From"
          type="time"
          value={from}
          onChange={({ target }) => write(days, target.value, to)}
        />
        <TextField
          name="hours_to"
          label="To"
          type="time"
          // A time field has no 24:00, so the end of the day is shown as midnight.
          value={to === '24:00' ? '00:00' : to}
          onChange={({ target }) =>
            write(days, from, target.value === '00:00' ? '24:00' : target.value)
          }
          help={zone && `In your time zone, ${zone.replaceAll('_', ' ')}.`}
        />
      </div>
    </>
  )
}
