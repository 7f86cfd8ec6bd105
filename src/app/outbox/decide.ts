import { keepDraft } from '#live/drafts/drafts.ts'
import { ownFields } from '#mirror/outbox/edits.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import { pageOutbox, sendNow } from '#live/outbox/tab-outbox.ts'
import * as resolve from '#live/outbox/resolve.ts'
import { discard, putBack } from '#mirror/outbox/store.ts'
import { linksIndex } from '#live/mirror.ts'
import { toast } from '#ui/toast.tsx'
import type { LinkView } from '../dialog/link-dialog-state.ts'
import { aboutLink } from './about-link.ts'

/* Actions of the user on a waiting change. */

async function decide(act: (db: Database) => Promise<void>): Promise<void> {
  const outbox = pageOutbox()
  if (!outbox) return
  await act(outbox.db)
  await outbox.settled()
  void sendNow()
}

type Database = NonNullable<ReturnType<typeof pageOutbox>>['db']

/** Removes a change, which restores the row of the server. */
export const remove = (entry: Entry) =>
  decide(async (db) => {
    const gone = await discard(db, entry)
    toast('Change removed', {
      action: { label: 'Undo', onSelect: () => void decide(() => putBack(db, gone)) },
    })
  })

/** Removes the last waiting change of a link. */
export async function removeAbout(uuid: string): Promise<void> {
  const [last] = aboutLink(pageOutbox()?.entries() ?? [], uuid).toReversed()
  if (last) await remove(last)
}

export const keepMine = (entry: Entry) => decide((db) => resolve.overwrite(db, entry))
export const takeLatest = (entry: Entry) => decide((db) => resolve.acceptRemote(db, entry))
export const tryAgain = (entry: Entry) => decide((db) => resolve.tryAgain(db, entry))

/** Removes a change whose values are in their form again. */
export const takeBack = (entry: Entry) => decide(async (db) => void (await discard(db, entry)))

/** Returns whether a refused change can be edited again in a form. */
export const canEditAgain = ({ change }: Entry) =>
  change.kind === 'create-link' || change.kind === 'edit-link'

/** Puts a refused change back into its form and removes it from the outbox. */
export async function editAgain(entry: Entry, open: (view: LinkView) => void): Promise<void> {
  const { change } = entry
  const { storage } = linksIndex()
  if (change.kind === 'create-link') {
    const { url, regular_collection_names = [] } = change.body
    keepDraft(storage, 'create-link', { url, regular_collection_names })
    open({ name: 'create' })
  } else if (change.kind === 'edit-link') {
    const typed = ownFields(change)
    const seen = Object.fromEntries(Object.keys(typed).map((name) => [name, change.base[name]]))
    keepDraft(storage, `edit-link-${change.link}`, { typed, seen })
    open({ name: 'edit', uuid: change.link })
  } else return
  await takeBack(entry)
}
