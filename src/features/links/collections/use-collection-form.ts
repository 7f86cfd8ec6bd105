import * as v from 'valibot'
import type { FormResult } from '#app/form/form-errors.ts'
import { Spellings } from '#contract/search/spellings.ts'
import { useCollections } from '#live/read/use-collections.ts'
import { useForm } from '#app/form/use-form.ts'
import { CollectionName, type Collection } from '#contract/collections.ts'
import { explainRefusal } from './refusal.ts'

type Options<Values extends object, Sent, Saved> = Parameters<
  typeof useForm<Values, Sent, Saved>
>[0]

/** Returns a dialog form for a collection that explains refusals with our texts for collections. */
export const useCollectionForm = <Values extends object, Sent, Saved>(
  options: Options<Values, Sent, Saved>,
) => useForm({ explain: (error) => explainRefusal(error, options.action), ...options })

/**
 * Returns a function that reads a typed name. It refuses a name that differs from another one on
 * this device only in accents or the like. The server refuses equal names. `own` is the renamed
 * collection.
 */
export function useNameReader(own?: Collection) {
  const rows = useCollections({ isSecondary: true })?.rows ?? []
  return ({ name }: { name: string }): FormResult<string> => {
    const read = v.safeParse(CollectionName, name)
    if (!read.success) return { errors: { name: read.issues[0].message } }
    const typed = read.output
    if (typed === own?.name) return { sent: typed }
    const other = new Spellings(rows.filter(({ uuid }) => uuid !== own?.uuid)).find(typed)
    return other && other.name.toLowerCase() !== typed.toLowerCase()
      ? { errors: { name: `You already have a collection named “${other.name}”.` } }
      : { sent: typed }
  }
}
