import { useEffect, useEffectEvent } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'

/** Dialogs for selected links, as named in the address. */
const BULK_DIALOGS = ['tag', 'add-to-collection', 'parameters', 'open-in-browser'] as const

export type BulkDialog = ReturnType<typeof useBulkDialog>

/**
 * Returns the dialog for selected links, which is part of the address. It is closed if no link is
 * selected, for example after a reload.
 */
export function useBulkDialog(selected: number) {
  const { value, open, close } = useDialogParam('dialog')
  const openDialog = BULK_DIALOGS.find((one) => one === value)
  const isOver = openDialog !== undefined && selected === 0
  const forget = useEffectEvent(close)
  useEffect(() => {
    if (isOver) forget()
  }, [isOver])
  return { openDialog, open, close }
}
