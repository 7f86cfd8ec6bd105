import type { MirrorDb } from '#mirror/store/db.ts'
import {
  fieldsOf,
  isEdit,
  keepMine,
  onlyFields,
  rebased,
  withoutFields,
} from '#mirror/outbox/edits.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import { replace } from '#mirror/outbox/store.ts'

/** What a person decides about a change that could not be sent as it was. */

/** Once more as it was: what stood in its way may be gone. */
export const tryAgain = (db: MirrorDb, entry: Entry): Promise<void> =>
  replace(db, entry, entry.change)

/** Over what was changed elsewhere: that is known now, and only a still newer change asks again. */
export async function overwrite(db: MirrorDb, entry: Entry): Promise<void> {
  const { change, problem } = entry
  if (!isEdit(change) || !problem || !('latest' in problem)) return
  await replace(db, entry, keepMine(change, problem.latest))
}

/** Takes what was changed elsewhere, and sends the fields that nobody else has touched. */
export async function acceptRemote(db: MirrorDb, entry: Entry): Promise<void> {
  const { change, problem } = entry
  if (!isEdit(change) || !problem || !('latest' in problem)) return
  const { fields, latest } = problem
  const rest = withoutFields(change, fields)
  const given = onlyFields(change, fields)
  await db.transaction('rw', db.outbox, db.outboxNotes, async () => {
    const later = await db.outbox.where('seq').above(entry.seq).toArray()
    await db.outbox.bulkPut(later.map((other) => rebased(other, given, fieldsOf(latest))))
    if (rest) await replace(db, entry, rest)
    else await db.outbox.delete(entry.seq)
  })
}
