import { ArrowsClockwiseIcon } from '@phosphor-icons/react/ArrowsClockwise'
import { XIcon } from '@phosphor-icons/react/X'
import { useAtom } from 'jotai'
import { Button, IconButton } from '#ui/button.tsx'
import { takeUpdate, updateAtom } from '../update.ts'
import styles from './update-prompt.module.css'

/** Waits for a tap, however long: nothing reloads under a person's hands (offline.md 21). */
export function UpdatePrompt() {
  const [update, setUpdate] = useAtom(updateAtom)
  if (update === 'none') return null
  return (
    <div className={styles.bar} role="status">
      <ArrowsClockwiseIcon size={20} aria-hidden />
      <span className={styles.text}>
        {update === 'ready'
          ? 'A new version is ready'
          : 'A new version is ready. Save first, then reload.'}
      </span>
      <Button size="sm" variant="primary" onClick={() => void takeUpdate()}>
        Reload
      </Button>
      <IconButton label="Not now" icon={XIcon} size="sm" onClick={() => setUpdate('none')} />
    </div>
  )
}
