import { XIcon } from '@phosphor-icons/react/X'
import { useState } from 'react'
import type { Entry } from '#mirror/outbox/entries.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { tryAgain as reach, useOffline } from '../problems/problems.ts'
import { remove } from './decide.ts'
import { Decisions } from './decisions.tsx'
import { changesText, kindText, problemText } from './describe.ts'
import { useWaiting } from './use-waiting.ts'
import css from './waiting-dialog.module.css'

/** Lists all waiting changes in the order in which they will be sent, with the actions for each. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const entries = useWaiting()
  const offline = useOffline()
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    if (await reach()) await sendNow()
    setBusy(false)
  }

  return (
    <Modal
      title={headingOf(entries.length)}
      onClose={onClose}
      footer={
        <>
          {entries.length > 0 && (
            <Button busy={busy} onClick={() => void send()}>
              Try now
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className={css.about} role="status">
        {entries.length === 0
          ? 'Everything is synced.'
          : offline
            ? 'Saved on this device. Sent in this order when you’re back online.'
            : 'Saved on this device. Sent in this order when the server is back.'}
      </p>
      <ul className={css.list} aria-label="Changes waiting to sync">
        {entries.map((entry) => (
          <li key={entry.seq} className={css.row}>
            <Change entry={entry} onClose={onClose} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function headingOf(count: number): string {
  if (count === 0) return 'Waiting to sync'
  return `${changesText(count)} ${count === 1 ? 'waits' : 'wait'} to sync`
}

function Change({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const problem = problemText(entry)
  return (
    <>
      <div className={css.text}>
        <div className={css.title}>{entry.title}</div>
        <div className={`${css.state} hint`} data-problem={problem ? true : undefined}>
          {problem ?? kindText(entry)}
        </div>
      </div>
      {problem === undefined ? (
        <IconButton
          icon={XIcon}
          label={`Remove the change to ${entry.title}`}
          onClick={() => void remove(entry)}
        />
      ) : (
        <div className={css.actions}>
          <Decisions entry={entry} onClose={onClose} />
        </div>
      )}
    </>
  )
}
