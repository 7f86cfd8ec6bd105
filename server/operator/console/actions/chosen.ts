import { ConfigError } from '../../../platform/config/config.ts'

const BOX = 'pick-'

/** Returns the name of the checkbox with which a row of a table is chosen. */
export const boxName = (id: number | string) => `${BOX}${id}`

/** Returns the ids of chosen rows from the values of a form or query. */
export const chosenIds = (values: Record<string, string>): string[] =>
  Object.keys(values).flatMap((name) => (name.startsWith(BOX) ? [name.slice(BOX.length)] : []))

/**
 * Returns the subjects of a form: the named one, or one for each chosen row if the form decides
 * about many.
 *
 * @throws ConfigError if no row was chosen.
 */
export function subjectsIn(form: Record<string, string>): string[] {
  const { subject = '', many } = form
  if (many === undefined) return [subject]
  const ids = chosenIds(form)
  if (ids.length === 0) throw new ConfigError('Choose at least one row.')
  return ids.map((id) => `${subject} ${id}`)
}
