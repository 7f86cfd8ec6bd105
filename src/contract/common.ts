import * as v from 'valibot'

/** Messages by field; `non_field_errors` holds those that belong to no field (spec section 8). */
export const FieldErrors = v.record(v.string(), v.array(v.string()))
export type FieldErrors = v.InferOutput<typeof FieldErrors>

/**
 * Body of every failed call. `detail` only when the operator wrote one (D-11);
 * `retry_after` is seconds or an ISO date (section 8).
 */
export const ErrorBody = v.looseObject({
  errors: v.optional(FieldErrors),
  detail: v.optional(v.string()),
  retry_after: v.optional(v.union([v.number(), v.string()])),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

const NO_UUID = 'This is not an id.'
export const Uuid = v.pipe(v.string(), v.maxLength(36, NO_UUID), v.uuid(NO_UUID))

/** The largest that the database's own numbers for things can be. */
export const MAX_ID = 2 ** 31 - 1

/** One page of a list. */
export const page = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ results: v.array(item), next: v.nullable(v.string()), count: v.number() })

/** The `result` envelope. */
export const result = <Item extends v.GenericSchema>(item: Item) => v.object({ result: item })

/** A moment with its offset, as it is written in UTC; `2026-02-30` is none. */
export const moment = (message: string) =>
  v.pipe(
    v.string(message),
    v.maxLength(40, message),
    v.check((value) => MOMENT.test(value) && isOnCalendar(value), message),
    v.transform((value) => new Date(value).toISOString()),
    // An offset may lead out of the years that the database and four digits know.
    v.check(hasYear, message),
  )

/** A day of the calendar, as `2026-02-28`. */
export const day = (message: string) =>
  v.pipe(
    v.string(message),
    v.maxLength(10, message),
    v.check((value) => DAY.test(value) && isOnCalendar(value) && hasYear(value), message),
  )

const DAY = /^\d{4}-\d\d-\d\d$/
/** There is no year 0, and one below 100 comes back from the database as one of our time. */
const hasYear = (value: string) => /^[1-9]\d{3}-/.test(value)
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

function isOnCalendar(value: string): boolean {
  if (Number.isNaN(Date.parse(value))) return false
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return day.toISOString().startsWith(value.slice(0, 10))
}

/** Half of a pair of code units is no character: neither JSON in the database nor an address takes it. */
const whole = v.pipe(
  v.string(),
  v.check((value) => !/\p{Surrogate}/u.test(value), 'This has a broken character. Type it again.'),
)

/** Text that a person typed: trimmed, without NUL, which PostgreSQL cannot store. */
export const text = (max: number) =>
  v.pipe(
    whole,
    v.transform((value) => value.replaceAll('\u0000', '').trim()),
    v.maxLength(max, tooLong(max)),
  )

/** What makes text run backwards, and signs that nobody types; lines stay. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu
/** Words of people as others see them: nothing in them turns round what stands beside them. */
export const withoutUnseen = (value: string) => value.replaceAll(UNSEEN, '')

/** Text that a program wrote and gets back: a cursor, a token, a number in an address. */
export const token = (max: number) => v.pipe(whole, v.maxLength(max, tooLong(max)))

const tooLong = (max: number) => `Keep this under ${max} characters.`

/** How many there are is looked at before any of them is. */
export const list = <Item extends v.GenericSchema>(
  item: Item,
  max: number,
  message = `Give at most ${max} of these.`,
) => v.pipe(v.custom<v.InferInput<Item>[]>(Array.isArray), v.maxLength(max, message), v.array(item))
