import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { Category, CategoryChoices } from '#contract/people/onboarding.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { categories, chosenCategories } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'

/** Returns the operator's categories in the operator's order, with the user's selection. */
export async function listCategories(db: DbOrTx, userId: string): Promise<Category[]> {
  return db
    .select({
      id: categories.id,
      name: categories.name,
      selected: sql<boolean>`${chosenCategories.userId} is not null`,
    })
    .from(categories)
    .leftJoin(
      chosenCategories,
      and(eq(chosenCategories.categoryId, categories.id), eq(chosenCategories.userId, userId)),
    )
    .where(isNull(categories.archivedAt))
    .orderBy(asc(categories.position), asc(categories.name))
}

/**
 * Stores the user's selection in one transaction. With `replace`, categories that were not sent are
 * deselected.
 */
export async function chooseCategories(
  db: Db,
  userId: string,
  { choices, replace }: { choices: CategoryChoices; replace: boolean },
): Promise<Category[]> {
  return db.transaction(async (tx) => {
    const known = new Set((await listCategories(tx, userId)).map(({ id }) => id))
    if (choices.some(({ id }) => !known.has(id)))
      throw new FieldError('non_field_errors', 'One of these categories does not exist.')
    // If a category appears twice, the last entry counts.
    const selection = new Map(choices.map(({ id, selected }) => [id, selected]))
    const chosen = [...selection].filter(([, selected]) => selected).map(([id]) => id)
    const deselected = replace
      ? [...known].filter((id) => selection.get(id) !== true)
      : [...selection].filter(([, selected]) => !selected).map(([id]) => id)
    if (deselected.length > 0)
      await tx
        .delete(chosenCategories)
        .where(
          and(
            eq(chosenCategories.userId, userId),
            inArray(chosenCategories.categoryId, deselected),
          ),
        )
    if (chosen.length > 0)
      await tx
        .insert(chosenCategories)
        .values(chosen.map((categoryId) => ({ userId, categoryId })))
        .onConflictDoNothing()
    return listCategories(tx, userId)
  })
}

export async function chooseCategory(
  db: Db,
  userId: string,
  choice: { id: number; selected: boolean },
): Promise<Category> {
  const all = await listCategories(db, userId)
  if (!all.some(({ id }) => id === choice.id)) throw new HTTPException(404)
  const after = await chooseCategories(db, userId, { choices: [choice], replace: false })
  const category = after.find(({ id }) => id === choice.id)
  if (!category) throw new HTTPException(404)
  return category
}
