import { previewDeletion } from '#api/people/leaving.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { DeletionPreview } from '#contract/people/leaving.ts'
import { paths } from '#paths.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { DeletionForm } from './deletion-form.tsx'
import css from './deletion.module.css'
import { WhatEnds } from './what-ends.tsx'

/** Shows what the deletion of the account ends, and the form that requests it. */
export function DeletionScreen() {
  const preview = useAnswer('account-deletion', previewDeletion)
  return (
    <Screen title="Delete account" freshness={preview} back={paths.accountInfo} narrow tall>
      <p className={css.lead}>
        You are signed out at once. For 30 days you can come back by signing in. After that this is
        final:
      </p>
      {preview.value ? (
        <>
          <WhatEnds preview={preview.value} />
          <DeletionForm preview={preview.value} />
        </>
      ) : (
        <Missing preview={preview} />
      )}
    </Screen>
  )
}

function Missing({ preview }: { preview: Answer<DeletionPreview> }) {
  const offline = useOffline()
  if (preview.loading)
    return (
      <div className={`${css.ends} stack`} role="status" aria-label="Loading your account">
        <Skeleton height={48} radius={14} />
        <Skeleton height={48} radius={14} />
        <Skeleton height={48} radius={14} />
      </div>
    )
  if (offline) return <NothingSaved what="account" />
  return <NotLoaded what="account" list={preview} />
}
