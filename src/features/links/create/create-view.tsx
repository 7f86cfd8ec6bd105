import { Suspense, useId } from 'react'
import { count } from '#app/formats.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { useBulkForm, type BulkForm } from './bulk/use-bulk-form.ts'
import { SingleView } from './single-view.tsx'
import { useCreateForm } from './use-create-form.ts'

type CreateViewProps = { url: string | undefined; now: boolean; onClose: () => void }

/** List of several new links, loaded when several addresses are pasted. */
const BulkView = lazyPart(async () => (await import('./bulk/bulk-view.tsx')).BulkView)

/** Shows the form for a new link, or for several if several addresses are pasted. */
export function CreateView({ url: initialUrl, now, onClose }: CreateViewProps) {
  const id = useId()
  const single = useCreateForm(initialUrl, now)
  const bulk = useBulkForm(initialUrl !== undefined, onClose)
  const busy = single.form.busy || bulk.form.busy
  return (
    <Modal
      title={titleOf(bulk)}
      onClose={onClose}
      dirty={single.form.dirty || bulk.form.dirty}
      footer={
        bulk.isDone ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <Button type="submit" form={id} variant="create" busy={busy}>
            {bulk.isOpen ? bulkButton(bulk.ready) : 'Create link'}
          </Button>
        )
      }
    >
      {bulk.isOpen ? (
        <Suspense fallback={null}>
          <BulkView id={id} bulk={bulk} />
        </Suspense>
      ) : (
        <SingleView id={id} single={single} openList={bulk.open} />
      )}
    </Modal>
  )
}

function titleOf({ isOpen, isDone, created }: BulkForm): string {
  if (isDone) return created.length === 1 ? 'Your link is ready' : 'Your links are ready'
  return isOpen ? 'New links' : 'New link'
}

function bulkButton(ready: number): string {
  if (ready === 0) return 'Create links'
  return ready === 1 ? 'Create 1 link' : `Create ${count(ready)} links`
}
