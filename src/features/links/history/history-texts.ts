import { momentText, momentOf } from '#app/problems/times.ts'
import type { FieldChange, HistoryEntry } from '#contract/links/history.ts'

/** Returns what happened, unless the changed fields say it all. */
export function eventText({ kind, restored_from: from }: HistoryEntry): string | undefined {
  switch (kind) {
    case 'create':
      return 'Created'
    case 'import':
      return 'Imported'
    case 'bulk':
      return 'Changed together with others'
    case 'restore':
      return from === undefined ? 'Restored' : `Restored the version of ${textOf(from)}`
    case 'start':
      return 'Before the oldest change that is kept'
    default:
      return undefined
  }
}

const textOf = (time: string) => momentText(momentOf(time))

/** Returns a value of a change: a time by the clock of this device, or the text. */
export const valueText = ({ is_time }: FieldChange, value: string | null): string => {
  if (value === null) return 'None'
  return is_time ? textOf(value) : value
}
