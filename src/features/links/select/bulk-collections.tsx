import { useState } from 'react'
import { change } from '#live/outbox/change.ts'
import { useCollections } from '#live/read/use-collections.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { WAITING_SUFFIX } from './bulk-hide.ts'
import { CollectionPicker } from '../edit/collections/collection-picker.tsx'
import { editErrorsOf } from '../edit/edit-errors.ts'
import { linksText } from '../numbers.tsx'

type BulkCollectionsProps = {
  ids: string[]
  onDone: (message: string) => void
  onClose: () => void
}

/** Adds all selected links to the end of the chosen collections. */
export function BulkCollections({ ids, onDone, onClose }: BulkCollectionsProps) {
  const [chosen, choose] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const rows = useCollections({ isSecondary: true })?.rows ?? []

  async function add() {
    if (busy) return
    const wanted = rows.filter(({ type, name }) => type === 'regular' && chosen.includes(name))
    if (wanted.length === 0) return setError('Select at least one collection.')
    setBusy(true)
    const done: string[] = []
    let isQueued = false
    try {
      for (const { uuid: collection, name } of wanted) {
        const added = await change({ kind: 'add-links', collection, name, links: ids }, name)
        isQueued ||= added.waiting
        done.push(name)
      }
      onDone(
        `${linksText(ids.length)} added to ${done.join(', ')}${isQueued ? WAITING_SUFFIX : ''}`,
      )
    } catch (failure) {
      // Keep the remaining collections selected.
      choose(chosen.filter((name) => !done.includes(name)))
      const why = explain(failure)
      setError(done.length > 0 && why ? `Added to ${done.join(', ')}. ${why}` : why)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      title={`Add ${linksText(ids.length)} to collections`}
      onClose={onClose}
      footer={
        <Button variant="primary" busy={busy} onClick={() => void add()}>
          Add
        </Button>
      }
    >
      <CollectionPicker
        chosen={chosen}
        onChoose={(names) => {
          setError(undefined)
          choose(names)
        }}
        error={error}
      />
    </Modal>
  )
}

/** Returns why adding failed, with our own text for a layout that needs a picture on every link. */
function explain(failure: unknown): string | undefined {
  const errors = editErrorsOf(failure, () =>
    explainFailure(failure, 'add the links', 'The collection'),
  )
  return Object.values(errors)[0]
}
