import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { useEffect, useState } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { count } from '#app/formats.ts'
import { momentText } from '#app/problems/times.ts'
import { clearLocalData } from '#features/people/secret-settings/clear-local-data.ts'
import { sizeText, storageEstimate } from '#features/people/secret-settings/storage.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { useListState } from '#live/read/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { DefinitionList } from '#ui/definition-list.tsx'
import css from './settings-screen.module.css'

/** Shows how much is saved on this device for offline use, and deletes it on request. */
export function SavedRow() {
  const { value, open, close } = useDialogParam('dialog')
  const size = useStoredSize()
  return (
    <>
      <ListButton
        icon={DownloadSimpleIcon}
        label="Saved on this device"
        value={size}
        opens
        onClick={() => open('saved')}
      />
      {value === 'saved' && <SavedDialog size={size} onClose={close} />}
    </>
  )
}

/** Returns the storage used by this site, or undefined if the browser does not report it. */
function useStoredSize(): string | undefined {
  const [size, setSize] = useState<string>()
  useEffect(() => {
    let isLeft = false
    const show = (usage: number | undefined) =>
      isLeft || usage === undefined || setSize(sizeText(usage))
    void storageEstimate().then((estimate) => show(estimate?.usage))
    return () => {
      isLeft = true
    }
  }, [])
  return size
}

function SavedDialog({ size, onClose }: { size: string | undefined; onClose: () => void }) {
  const totals = useLinkTotals()
  const { syncedAt } = useListState('links')
  const facts: [string, string | undefined][] = [
    ['Links', totals && count(totals.links)],
    ['Last updated', syncedAt ? momentText(syncedAt) : 'Never'],
    ['Size', size],
  ]
  const known = facts.filter(([, text]) => text !== undefined)
  return (
    <Modal
      title="Saved on this device"
      onClose={onClose}
      footer={
        <Button variant="line" onClick={() => void clearLocalData()}>
          Remove from this device
        </Button>
      }
    >
      <p className={css.saved}>
        What you have opened is saved here, so you can read it offline. Logging out removes it.
      </p>
      <DefinitionList className={`${css.facts} num`} rows={known} />
    </Modal>
  )
}
