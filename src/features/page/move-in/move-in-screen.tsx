import { useState } from 'react'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { MovedIn } from '#contract/page/move-in.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { FormSkeleton } from '../create/new-page-screen.tsx'
import { AddressForm } from './address-form.tsx'
import { Done, Review } from './review.tsx'
import { useReview } from './use-review.ts'

/** Imports a page from another service: asks for its address, then shows what was found. */
export function MoveInScreen() {
  const { ready, review, start, setRemoved, discard } = useReview()
  const [moved, setMoved] = useState<MovedIn>()

  function finish(answer: MovedIn) {
    setMoved(answer)
    discard()
  }

  return (
    <Screen
      title="Import your page"
      freshness="none"
      back={paths.page}
      narrow
      tall
      actions={
        review &&
        !moved && (
          <Button size="sm" variant="quiet" onClick={discard}>
            Start again
          </Button>
        )
      }
    >
      {moved ? (
        <Done leftOut={moved.left_out} />
      ) : review ? (
        <Review {...review} setRemoved={setRemoved} startAgain={discard} onMoved={finish} />
      ) : ready ? (
        <AddressForm onRead={start} />
      ) : (
        <FormSkeleton />
      )}
    </Screen>
  )
}
