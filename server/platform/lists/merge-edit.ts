import { isDeepStrictEqual } from 'node:util'
import { ConflictError } from '../http/errors.ts'

type EditContext = {
  /** Fields as the author of the edit saw them. */
  base: Record<string, unknown>
  /** Current values of these fields. */
  current: object
  /** Current object, for the error response. */
  latest: unknown
}

/**
 * Returns the fields that the author of an edit has changed. Throws ConflictError if one of them
 * was changed elsewhere to another value, so that no change is overwritten silently.
 */
export function mergeEdit<Edit extends object>(
  edit: Edit,
  { base, current, latest }: EditContext,
): Edit {
  const now = new Map<string, unknown>(Object.entries(current))
  const seen = new Map(Object.entries(base))
  const changed = Object.entries(edit).filter(
    ([name, value]) => !seen.has(name) || !isSame(name, value, seen.get(name)),
  )
  const fields = changed
    .filter(([name]) => seen.has(name) && !isSame(name, now.get(name), seen.get(name)))
    .filter(([name, value]) => !isSame(name, now.get(name), value))
    .map(([name]) => name)
  if (fields.length > 0) throw new ConflictError({ fields, latest })
  // The entries are a subset of the edit's.
  return Object.fromEntries(changed) as Edit
}

/** Returns whether two values of a field are equal. Undefined and null count as equal. */
const isSame = (name: string, a: unknown, b: unknown) =>
  isDeepStrictEqual(comparable(name, a), comparable(name, b))

function comparable(name: string, value: unknown): unknown {
  // The order of collection names is alphabetical, so it carries no meaning.
  if (name === 'regular_collection_names' && Array.isArray(value)) return new Set(value)
  return value ?? null
}
