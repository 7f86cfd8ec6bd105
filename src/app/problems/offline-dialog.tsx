import { useAtomValue, useSetAtom } from 'jotai'
import { useListState } from '#live/read/use-mirror.ts'
import { AlertArt } from '#ui/dialog/alert-art.tsx'
import { Alert } from '#ui/dialog/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PORTAL_PAGE } from './portal.ts'
import { reload } from '../worker/reload.ts'
import { reportProblemEvent, portalAtom } from './problems.ts'
import { updatedText } from './times.ts'
import { useNow } from './use-now.ts'

/**
 * Shows once that the app is offline. The saved copy can be read, and the dialog closes when back
 * online.
 */
export function OfflineDialog() {
  const report = useSetAtom(reportProblemEvent)
  const portal = useAtomValue(portalAtom)
  const now = useNow(30_000)
  const { syncedAt } = useListState('links')
  return (
    <Alert
      art={<AlertArt kind="offline" />}
      title="No internet connection"
      actions={
        <>
          {portal && (
            <ButtonLink href={PORTAL_PAGE} target="_blank" rel="noreferrer">
              Open its page
            </ButtonLink>
          )}
          <Button onClick={reload}>Restart App</Button>
          <Button variant="primary" onClick={() => report({ type: 'use-saved-copy' })}>
            Use saved copy
          </Button>
        </>
      }
    >
      {`${portal ? 'This network answers with a page of its own. It may want you to sign in. ' : ''}${
        syncedAt
          ? `Your links are saved on this device, ${updatedText(syncedAt, now)}. Changes to links and collections are sent when the connection is back.`
          : 'Your links are not saved on this device yet. What you have already opened still works.'
      }`}
    </Alert>
  )
}
