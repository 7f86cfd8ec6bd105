import { Button } from '#ui/button.tsx'
import styles from './editor-footer.module.css'

type EditorFooterProps = {
  saving: { sent?: number } | undefined
  canSave: boolean
  onCancel: () => void
  onSave: () => void
}

export function EditorFooter({ saving, canSave, onCancel, onSave }: EditorFooterProps) {
  return (
    <footer className={styles.footer}>
      {saving?.sent !== undefined && <UploadProgress sent={saving.sent} />}
      <div className={styles.buttons}>
        <Button size="lg" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="lg"
          variant="primary"
          busy={saving !== undefined}
          disabled={!canSave}
          onClick={onSave}
        >
          Save
        </Button>
      </div>
    </footer>
  )
}

/** Shows the progress of the upload. At 100 %, the server is still checking the photo. */
function UploadProgress({ sent }: { sent: number }) {
  const percent = Math.round(sent * 100)
  return (
    <div className={`${styles.progress} hint`}>
      <span>{sent < 1 ? 'Uploading' : 'Checking the photo'}</span>
      <span className="num">{`${percent}%`}</span>
      <progress className={styles.bar} max={1} value={sent} aria-label="Upload" />
    </div>
  )
}
