import { saveDraft } from '#live/drafts/drafts.ts'
import { changedFields } from '#mirror/outbox/edits.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import { pageOutbox, sendNow } from '#live/outbox/tab-outbox.ts'
import * as resolve from '#live/outbox/resolve.ts'
import { discard, undoDiscard } from '#mirror/outbox/store.ts'
import { linksIndex } from '#live/mirror.ts'
import { toast } from '#ui/notices/toast.tsx'
import type { LinkView } from '../dialog/link-dialog-state.ts'
import { entriesOfLink } from './about-link.ts'

/* Actions of the user on a waiting change. */

async function decide(resolveIn: (db: Database) => Promise<void>): Promise<void> {
  const outbox = pageOutbox()
  if (!outbox) return
  await resolveIn(outbox.db)
  await outbox.settled()
  void sendNow()
}

type Database = NonNullable<ReturnType<typeof pageOutbox>>['db']

/** Removes a change, which restores the row of the server. */
export const remove = (entry: Entry) =>
  decide(async (db) => {
    const removed = await discard(db, entry)
    toast('Change removed', {
      action: { label: 'Undo', onSelect: () => void decide(() => undoDiscard(db, removed)) },
    })
  })

/** Removes the last waiting change of a link. */
export async function removeLastOfLink(uuid: string): Promise<void> {
  const [last] = entriesOfLink(pageOutbox()?.entries() ?? [], uuid).toReversed()
  if (last) await remove(last)
}

export const keepMine = (entry: Entry) => decide((db) => resolve.overwrite(db, entry))
export const takeLatest = (entry: Entry) => decide((db) => resolve.acceptRemote(db, entry))
export const tryAgain = (entry: Entry) => decide((db) => resolve.tryAgain(db, entry))

/** Removes a change after its values were put back into their form. */
export const takeBack = (entry: Entry) => decide(async (db) => void (await discard(db, entry)))

/** Returns whether a refused change can be edited again in a form. */
export const canEditAgain = ({ change }: Entry) =>
  change.kind === 'create-link' || change.kind === 'edit-link'

/**
 * Puts a refused change back into its form and removes it from the outbox. A password has to be
 * typed again, because a draft would keep it as plain text on the device.
 */
export async function editAgain(entry: Entry, open: (view: LinkView) => void): Promise<void> {
  const { change } = entry
  const { storage } = linksIndex()
  if (change.kind === 'create-link') {
    const { url, regular_collection_names = [] } = change.body
    saveDraft(storage, 'create-link', { url, regular_collection_names })
    open({ name: 'create' })
  } else if (change.kind === 'edit-link') {
    const { password, ...fields } = changedFields(change)
    const baseFields = Object.fromEntries(
      Object.keys(fields).map((name) => [name, change.base[name]]),
    )
    saveDraft(storage, `edit-link-${change.link}`, {
      typed: withLimitText(fields),
      seen: withLimitText(baseFields),
    })
    open({ name: 'edit', uuid: change.link })
    if (password) toast('Enter the password again. It was not kept.')
  } else return
  await takeBack(entry)
}

/** Returns fields as their form holds them: the click limit is text there. */
const withLimitText = ({ max_clicks, ...fields }: Record<string, unknown>) => ({
  ...fields,
  ...(max_clicks !== undefined && {
    max_clicks: max_clicks === null ? '' : Number(max_clicks).toString(),
  }),
})
