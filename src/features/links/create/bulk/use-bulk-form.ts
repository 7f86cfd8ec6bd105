import { useState } from 'react'
import { count } from '#app/formats.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import type { NewLinksAnswer } from '#contract/links/link-edits.ts'
import { toast } from '#ui/notices/toast.tsx'
import { useChosenSets } from '../../parameters/parameter-sets.ts'
import { addLinks } from '../../links.ts'
import { bodyOf } from '../new-link-body.ts'
import { statesOf, type BulkRow } from './rows.ts'

/** Link that was created from a row. */
export type CreatedLink = { split_url: string; text: string }

/** Collections and parameter sets of all new links. */
export type ChosenForAll = { regular_collection_names: string[]; parameter_sets: string[] }

type Values = ChosenForAll & { rows: BulkRow[]; more: string }
const EMPTY: Values = { rows: [], more: '', regular_collection_names: [], parameter_sets: [] }

export type BulkForm = ReturnType<typeof useBulkForm>

/** Thrown when links were created and rows remain that must be corrected. */
class RowsRemain extends Error {}

/**
 * Returns the form for several new links, which is open while it has rows or created links. After
 * sending, it has only the refused rows, with their text and the reason. With `ignoresDraft`, the
 * dialog was opened for one address and does not show an earlier list.
 */
export function useBulkForm(ignoresDraft: boolean, onClose: () => void) {
  const attempt = useAttemptKeys()
  const chosenSets = useChosenSets()
  const [created, setCreated] = useState<CreatedLink[]>([])
  const form = useForm({
    draft: 'create-links',
    initial: EMPTY,
    prefilled: ignoresDraft ? {} : undefined,
    read: readRows,
    async save({ rows, names, sets }) {
      const bodies = rows.map(({ text }) => bodyOf(text, names, chosenSets(sets)))
      const answer = await attempt(bodies, (key) => addLinks(bodies, key))
      if (answer.waiting) return rows.length
      const { made, left } = applyResults(form.values.rows, rows, answer.results)
      setCreated((before) => [...before, ...made])
      if (left.length === 0) return undefined
      form.change({ rows: left })
      throw new RowsRemain()
    },
    onSaved(waiting) {
      if (waiting === undefined) return
      toast(`${waiting === 1 ? '1 link is' : `${count(waiting)} links are`} waiting to sync`)
      onClose()
    },
    refusal: (error) => (error instanceof RowsRemain ? {} : undefined),
    action: 'create the links',
    within: 'dialog',
  })
  const { rows } = form.values
  const states = statesOf(rows)
  const ready = states.filter(({ kind }) => kind === 'ready').length
  const isDone = created.length > 0 && rows.length === 0
  const open = (rows: BulkRow[], chosen: ChosenForAll) => form.change({ rows, ...chosen })
  return { form, states, ready, created, isDone, isOpen: isDone || rows.length > 0, open }
}

function readRows({ rows, more, regular_collection_names: names, parameter_sets: sets }: Values) {
  if (more.trim() !== '')
    return { errors: { more: 'Add this address to the list first, or clear the field.' } }
  const states = statesOf(rows)
  const ready = rows.filter((_, n) => states[n]?.kind === 'ready')
  if (ready.length > 0) return { sent: { rows: ready, names, sets } }
  return { errors: { more: 'No address is ready. Correct one in the list, or add another.' } }
}

/**
 * Splits rows after the answer: links that were created, and rows that remain. A row that repeats a
 * created one is done with it.
 */
function applyResults(
  rows: readonly BulkRow[],
  sent: readonly BulkRow[],
  results: NewLinksAnswer['results'],
) {
  const resultOf = new Map(sent.map(({ id }, n) => [id, results[n]]))
  const made: CreatedLink[] = []
  const left: BulkRow[] = []
  const states = statesOf(rows)
  for (const [n, row] of rows.entries()) {
    const state = states[n]
    const earlier = state?.kind === 'repeated' ? rows[state.of] : undefined
    const result = resultOf.get((earlier ?? row).id)
    if (result === undefined) left.push(row)
    else if ('errors' in result) left.push({ ...row, error: firstError(result.errors) })
    else if (!earlier) made.push({ split_url: result.split_url, text: row.text })
  }
  return { made, left }
}

const firstError = (errors: Record<string, string[]>) =>
  Object.values(errors)[0]?.[0] ?? 'Couldn’t create this link. Try again.'
