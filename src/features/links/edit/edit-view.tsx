import { Modal } from '#ui/dialog/modal.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useAnyLink } from '../any-link.ts'
import { EditForm } from './edit-form.tsx'
import css from './edit-view.module.css'

type EditViewProps = { uuid: string; onClose: () => void }

export function EditView({ uuid, onClose }: EditViewProps) {
  const link = useAnyLink(uuid)
  if (typeof link === 'object') return <EditForm link={link} uuid={uuid} onClose={onClose} />
  return (
    <Modal title="Edit link" size="wide" onClose={onClose}>
      {link === undefined && <Waiting />}
      {link === 'gone' && <p>This link is gone, or belongs to someone else.</p>}
      {link === 'unreachable' && <p>This link is not on this device. Check your connection.</p>}
    </Modal>
  )
}

const Waiting = () => (
  <div className={`${css.fields} stack`} aria-busy="true">
    <Skeleton height={56} radius="var(--radius-card)" />
    <Skeleton height={52} radius="var(--radius-field)" />
    <Skeleton height={52} radius="var(--radius-field)" />
  </div>
)
