import {
  createParameterSet,
  deleteParameterSet,
  listParameterSets,
} from '#api/links/parameter-sets.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { addedParameters } from '#contract/links/added-parameters.ts'
import type { Parameter, ParameterSet } from '#contract/links/parameter-sets.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { toast } from '#ui/notices/toast.tsx'

export type ParameterSetsAnswer = Answer<ParameterSet[]>

/** Returns the user's parameter sets, with a copy on this device so that they work offline. */
export const useParameterSets = (options: { isSecondary?: boolean } = {}): ParameterSetsAnswer =>
  useAnswer('parameter sets', listParameterSets, { copy: true, ...options })

/** Returns a function that finds the sets with these ids. Deleted ones are left out. */
export function useChosenSets(): (uuids: readonly string[]) => ParameterSet[] {
  const sets = useParameterSets({ isSecondary: true }).value ?? []
  return (uuids) => sets.filter(({ uuid }) => uuids.includes(uuid))
}

/** Returns the parameters as one line of text. */
export const parametersText = (parameters: readonly Parameter[]) =>
  parameters.map(({ name, value }) => `${name}=${value}`).join(', ')

/** Returns the URL and campaign fields after adding several sets. A later set wins. */
export function withSets(url: string, sets: readonly ParameterSet[]) {
  let fields: ReturnType<typeof addedParameters> = { url }
  for (const { parameters } of sets)
    fields = { ...fields, ...addedParameters(fields.url, parameters) }
  return fields
}

/** Deletes a set. While the toast is shown, Undo creates it again. */
export async function removeSet(
  set: ParameterSet,
  { refresh }: Pick<ParameterSetsAnswer, 'refresh'>,
): Promise<void> {
  await runAction('delete the set', () => deleteUnlessGone(set.uuid), {
    onDone() {
      void refresh()
      const onSelect = () => void restore(set, { refresh })
      toast(`${set.name} deleted`, { action: { label: 'Undo', onSelect } })
    },
  })
}

async function restore(
  { name, parameters }: ParameterSet,
  { refresh }: Pick<ParameterSetsAnswer, 'refresh'>,
): Promise<void> {
  const key = crypto.randomUUID()
  const create = () => createParameterSet({ name, parameters }, { ...quiet, key })
  await runAction('put the set back', create, { onDone: () => void refresh() })
}

/** Deletes a set. One deleted on another device counts as deleted. */
async function deleteUnlessGone(uuid: string): Promise<void> {
  try {
    await deleteParameterSet(uuid, quiet)
  } catch (error) {
    if (toApiError(error).status !== 404) throw error
  }
}
