import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, ne, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { Uuid } from '#contract/common.ts'
import { MAX_PARAMETER_SETS } from '#contract/limits.ts'
import type {
  NewParameterSet,
  ParameterSet,
  ParameterSetEdit,
} from '#contract/links/parameter-sets.ts'
import { fold } from '#contract/search/fold.ts'
import { lockUsers } from '../../platform/db/changes.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { parameterSets } from '../../platform/db/schema.ts'
import { recordAccountChange } from '../../platform/history/account-changes.ts'
import { FieldError } from '../../platform/http/errors.ts'

type Row = typeof parameterSets.$inferSelect
type OwnId = { userId: string; id: string }

const ownSets = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(parameterSets.userId, userId), ...further)

/** Selects one set of a user. An invalid id is a 404. */
function ownSet({ userId, id }: OwnId) {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return ownSets(userId, eq(parameterSets.id, id))
}

/** Returns the parameter sets of a user by name. */
export async function listParameterSets(db: DbOrTx, userId: string): Promise<ParameterSet[]> {
  const rows = await db
    .select()
    .from(parameterSets)
    .where(ownSets(userId))
    .orderBy(asc(parameterSets.searchName), asc(parameterSets.id))
  return rows.map(toParameterSet)
}

export async function readParameterSet(db: DbOrTx, which: OwnId): Promise<ParameterSet> {
  const [row] = await db.select().from(parameterSets).where(ownSet(which))
  if (!row) throw new HTTPException(404)
  return toParameterSet(row)
}

/** Creates a parameter set. If the id exists, the existing set is returned. */
export const createParameterSet = (
  db: Db,
  which: OwnId,
  { name, parameters }: InferOutput<typeof NewParameterSet>,
): Promise<ParameterSet> =>
  withLock(db, which.userId, async (tx) => {
    if (await tx.$count(parameterSets, ownSet(which))) return readParameterSet(tx, which)
    if ((await tx.$count(parameterSets, ownSets(which.userId))) >= MAX_PARAMETER_SETS) {
      throw new FieldError('non_field_errors', `You can have ${MAX_PARAMETER_SETS} parameter sets.`)
    }
    await refuseSimilarName(tx, which, name)
    await tx.insert(parameterSets).values({ ...which, name, searchName: fold(name), parameters })
    await recordAccountChange(tx, {
      userId: which.userId,
      thing: 'parameter_set',
      event: 'create',
      name,
    })
    return readParameterSet(tx, which)
  })

/** Changes a parameter set. Links to which it was added keep their parameters. */
export const editParameterSet = (
  db: Db,
  which: OwnId,
  { name, parameters }: InferOutput<typeof ParameterSetEdit>,
): Promise<ParameterSet> =>
  withLock(db, which.userId, async (tx) => {
    const before = await readParameterSet(tx, which)
    if (name !== undefined) await refuseSimilarName(tx, which, name)
    await tx
      .update(parameterSets)
      .set({
        ...(name !== undefined && { name, searchName: fold(name) }),
        ...(parameters && { parameters }),
        updatedAt: new Date(),
      })
      .where(ownSet(which))
    const after = await readParameterSet(tx, which)
    if (isChanged(before, after))
      await recordAccountChange(tx, {
        userId: which.userId,
        thing: 'parameter_set',
        event: 'edit',
        name: after.name,
        nameBefore: before.name,
      })
    return after
  })

/** Deletes a parameter set. Links to which it was added keep their parameters. */
export const deleteParameterSet = (db: Db, which: OwnId): Promise<void> =>
  db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(parameterSets)
      .where(ownSet(which))
      .returning({ name: parameterSets.name })
    if (!deleted) throw new HTTPException(404)
    const { userId } = which
    await recordAccountChange(tx, { userId, thing: 'parameter_set', event: 'delete', ...deleted })
  })

const isChanged = (before: ParameterSet, after: ParameterSet) =>
  before.name !== after.name || !isDeepStrictEqual(before.parameters, after.parameters)

/** Runs a change while the user's row is locked, so that the checks of names and number are exact. */
const withLock = <Result>(db: Db, userId: string, change: (tx: Tx) => Promise<Result>) =>
  db.transaction(async (tx) => {
    await lockUsers(tx, [userId])
    return change(tx)
  })

/** Rejects a name that differs from another set's name only in case, accents or the like. */
async function refuseSimilarName(tx: Tx, { userId, id }: OwnId, name: string): Promise<void> {
  const isLike = eq(parameterSets.searchName, fold(name))
  const [found] = await tx
    .select({ name: parameterSets.name })
    .from(parameterSets)
    .where(ownSets(userId, isLike, ne(parameterSets.id, id)))
  if (found) throw new FieldError('name', `You already have a set named “${found.name}”.`)
}

const toParameterSet = (row: Row): ParameterSet => ({
  uuid: row.id,
  name: row.name,
  parameters: row.parameters,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
