import { ArrowsClockwiseIcon } from '@phosphor-icons/react/ArrowsClockwise'
import { useAtom } from 'jotai'
import { Button } from '#ui/button.tsx'
import { OfferBar } from '#ui/notices/offer-bar.tsx'
import { takeUpdate, updateAtom } from '../worker/update.ts'

/** Offers a new version. The page is not reloaded until the user accepts. */
export function UpdatePrompt() {
  const [update, setUpdate] = useAtom(updateAtom)
  if (update === 'none') return null
  return (
    <OfferBar
      icon={ArrowsClockwiseIcon}
      action={
        <Button size="sm" variant="primary" onClick={() => void takeUpdate()}>
          Reload
        </Button>
      }
      onDismiss={() => setUpdate('none')}
    >
      {update === 'ready'
        ? 'A new version is ready'
        : 'A new version is ready. Save first, then reload.'}
    </OfferBar>
  )
}
