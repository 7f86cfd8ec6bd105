import * as v from 'valibot'
import { lengthProblem } from './text/graphemes.ts'

/** Messages by field. `non_field_errors` holds those that belong to no field (spec section 8). */
export const FieldErrors = v.record(v.string(), v.array(v.string()))
export type FieldErrors = v.InferOutput<typeof FieldErrors>

/**
 * Body of every failed call. `detail` is set only if the operator wrote a text (D-11);
 * `retry_after` is seconds or an ISO date (section 8).
 */
export const ErrorBody = v.looseObject({
  errors: v.optional(FieldErrors),
  detail: v.optional(v.string()),
  retry_after: v.optional(v.union([v.number(), v.string()])),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

const INVALID_UUID = 'This is not an id.'
export const Uuid = v.pipe(v.string(), v.maxLength(36, INVALID_UUID), v.uuid(INVALID_UUID))

/** Maximum of an integer id in the database. */
export const MAX_ID = 2 ** 31 - 1

/** Creates the schema of one page of a list. */
export const page = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ results: v.array(item), next: v.nullable(v.string()), count: v.number() })

/** Creates the schema of the `result` envelope. */
export const result = <Item extends v.GenericSchema>(item: Item) => v.object({ result: item })

/**
 * Creates the schema of a time with an offset, converted to UTC. Dates that do not exist, such as
 * `2026-02-30`, are refused.
 */
export const dateTime = (message: string) =>
  v.pipe(
    v.string(message),
    v.maxLength(40, message),
    v.check((value) => DATE_TIME.test(value) && isOnCalendar(value), message),
    v.transform((value) => new Date(value).toISOString()),
    // The offset can shift the time outside the supported years.
    v.check(hasSupportedYear, message),
  )

/** Creates the schema of a calendar day such as `2026-02-28`. */
export const day = (message: string) =>
  v.pipe(
    v.string(message),
    v.maxLength(10, message),
    v.check((value) => DAY.test(value) && isOnCalendar(value) && hasSupportedYear(value), message),
  )

const DAY = /^\d{4}-\d\d-\d\d$/
/** Year 0 does not exist, and PostgreSQL returns years below 100 as years of this century. */
const hasSupportedYear = (value: string) => /^[1-9]\d{3}-/.test(value)
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

function isOnCalendar(value: string): boolean {
  if (Number.isNaN(Date.parse(value))) return false
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return day.toISOString().startsWith(value.slice(0, 10))
}

/** String without unpaired surrogates. Neither JSON in the database nor a URL accepts them. */
const wellFormed = v.pipe(
  v.string(),
  v.check(
    (value) => !/\p{Surrogate}/u.test(value),
    'This contains an invalid character. Type it again.',
  ),
)

/** Trimmed and without NUL, which PostgreSQL cannot store. */
const typed = v.pipe(
  wellFormed,
  v.transform((value) => value.replaceAll('\u0000', '').trim()),
)

/** Creates the schema of text that a person typed. Its limit counts characters as people see them. */
export const text = (max: number) =>
  v.pipe(
    typed,
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? lengthProblem(dataset.value, max) : undefined
      if (message !== undefined) addIssue({ message })
    }),
    // For the API reference, which cannot read the check above.
    v.metadata({ maxLength: max }),
  )

/**
 * Creates the schema of something typed that has a technical limit, such as a URL or an email
 * address. The limit counts UTF-16 units.
 */
export const address = (max: number) => v.pipe(typed, v.maxLength(max, tooLongText(max)))

/**
 * Control characters except tab and line feed, and characters that change the direction of text.
 */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu
/**
 * Removes characters that are invisible or change the direction of text, so that a user's text
 * cannot alter the text next to it.
 */
export const withoutUnseen = (value: string) => value.replaceAll(INVISIBLE, '')

/**
 * Creates the schema of a value that a program generated, such as a cursor, a token or a number in
 * a URL.
 */
export const token = (max: number) => v.pipe(wellFormed, v.maxLength(max, tooLongText(max)))

const tooLongText = (max: number) => `Keep this under ${max} characters.`

/** Creates the schema of a list. Its length is checked before its items. */
export const list = <Item extends v.GenericSchema>(
  item: Item,
  max: number,
  message = `Send at most ${max} of these.`,
) => v.pipe(v.custom<v.InferInput<Item>[]>(Array.isArray), v.maxLength(max, message), v.array(item))
