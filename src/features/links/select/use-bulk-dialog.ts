import { useEffect, useEffectEvent } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'

export type BulkDialog = ReturnType<typeof useBulkDialog>

/** What is asked about the selected links, in the address; gone when none is selected, as after a reload. */
export function useBulkDialog(selected: number) {
  const { value, open, close } = useDialogParam('dialog')
  const asked = value === 'tag' || value === 'add-to-collection' ? value : undefined
  const isOver = asked !== undefined && selected === 0
  const forget = useEffectEvent(close)
  useEffect(() => {
    if (isOver) forget()
  }, [isOver])
  return { asked, open, close }
}
