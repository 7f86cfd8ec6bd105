import type { MirrorDb } from '#mirror/store/db.ts'
import {
  fieldsOf,
  isEdit,
  rebaseOnLatest,
  onlyFields,
  rebaseWithout,
  withoutFields,
} from '#mirror/outbox/edits.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import { replace } from '#mirror/outbox/store.ts'

/** Actions with which a user resolves a change that could not be sent. */

/** Sends the change again without changing it. */
export const tryAgain = (db: MirrorDb, entry: Entry): Promise<void> =>
  replace(db, entry, entry.change)

/** Overwrites the remote change. Only a still newer remote change asks the user again. */
export async function overwrite(db: MirrorDb, entry: Entry): Promise<void> {
  const { change, problem } = entry
  if (!isEdit(change) || !problem || !('latest' in problem)) return
  await replace(db, entry, rebaseOnLatest(change, problem.latest))
}

/** Accepts the remote change and sends only the fields that were not changed there. */
export async function acceptRemote(db: MirrorDb, entry: Entry): Promise<void> {
  const { change, problem } = entry
  if (!isEdit(change) || !problem || !('latest' in problem)) return
  const { fields, latest } = problem
  const rest = withoutFields(change, fields)
  const remoteFields = onlyFields(change, fields)
  await db.transaction('rw', db.outbox, db.outboxNotes, async () => {
    const later = await db.outbox.where('seq').above(entry.seq).toArray()
    await db.outbox.bulkPut(
      later.map((other) => rebaseWithout(other, remoteFields, fieldsOf(latest))),
    )
    if (rest) await replace(db, entry, rest)
    else await db.outbox.delete(entry.seq)
  })
}
