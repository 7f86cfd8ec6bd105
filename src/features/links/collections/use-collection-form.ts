import * as v from 'valibot'
import type { FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { CollectionName } from '#contract/collections.ts'
import { explainRefusal } from './refusal.ts'

type Options<Values extends object, Sent, Saved> = Parameters<
  typeof useForm<Values, Sent, Saved>
>[0]

/** Returns a dialog form for a collection that explains refusals with our texts for collections. */
export const useCollectionForm = <Values extends object, Sent, Saved>(
  options: Options<Values, Sent, Saved>,
) => useForm({ explain: (error) => explainRefusal(error, options.action), ...options })

export function readName({ name }: { name: string }): FormResult<string> {
  const read = v.safeParse(CollectionName, name)
  return read.success ? { sent: read.output } : { errors: { name: read.issues[0].message } }
}
