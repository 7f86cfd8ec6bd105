import type { CreatedApiKey } from '#contract/developers/api-keys.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './developers.module.css'

/** Shows a new key, the only time that it can be copied. */
export function CreatedKeyDialog({
  created,
  onClose,
}: {
  created: CreatedApiKey
  onClose: () => void
}) {
  return (
    <Modal title="Your new key" onClose={onClose}>
      <p className={css.text}>Copy it now. You won’t be able to see it again.</p>
      <code className={css.key} translate="no">
        {created.key}
      </code>
      <div className={css.buttons}>
        <CopyButton variant="button" size="lg" block text={created.key} label="Copy key" />
        <Button variant="quiet" size="lg" block onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  )
}
