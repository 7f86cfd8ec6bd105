import { useState, type ClipboardEvent } from 'react'
import { announce } from '#ui/notices/toast.tsx'
import { countAddresses, readEntries } from './addresses.ts'
import { rowsOfText, type BulkRow } from './rows.ts'

type PasteOptions = {
  /** Text in the field. */
  typed: string
  /** Number of rows that the list has already. */
  length: number
  /** Minimum number of addresses in a pasted text that becomes rows. Other text is pasted as usual. */
  min: number
  add: (rows: BulkRow[]) => void
}

/** Returns the paste handler of an address field, and the error of a text with too many addresses. */
export function usePaste({ typed, length, min, add }: PasteOptions) {
  const [error, setError] = useState<string>()

  /** Adds the rows of a text or shows its error. Returns false if it has too few addresses. */
  function take(text: string, minAddresses: number): boolean {
    const { rows, error } = rowsOfText(text, { min: minAddresses, length })
    setError(error)
    if (error !== undefined) announce(error)
    if (rows) add(rows)
    return rows !== undefined || error !== undefined
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    const pasted = event.clipboardData.getData('text')
    // Text that stays in the field is the first address of the list.
    const kept = typed.slice(0, selectionStart ?? 0) + typed.slice(selectionEnd ?? 0)
    // A single address can be pasted into another one, as the value of a parameter.
    const needed = kept.trim() === '' ? min : 2
    if (countAddresses(readEntries(pasted)) < needed) return
    if (take(`${kept}\n${pasted}`, needed)) event.preventDefault()
  }

  return { error, clearError: () => setError(undefined), take, onPaste }
}
