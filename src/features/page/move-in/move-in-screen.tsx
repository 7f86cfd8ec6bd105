import { useState } from 'react'
import { Screen } from '#app/shell/screen.tsx'
import type { MoveInDraft } from '#contract/move-in.ts'
import { paths } from '#paths.ts'
import { AddressForm } from './address-form.tsx'
import { Review } from './review.tsx'

/** Imports a page from another service: asks for its address, then shows what was found. */
export function MoveInScreen() {
  const [draft, setDraft] = useState<MoveInDraft>()
  return (
    <Screen title="Import your page" freshness="none" back={paths.page} narrow tall>
      {draft ? (
        <Review draft={draft} startAgain={() => setDraft(undefined)} />
      ) : (
        <AddressForm onRead={setDraft} />
      )}
    </Screen>
  )
}
