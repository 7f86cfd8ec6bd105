import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { InferOutput } from 'valibot'
import type { AccountEvent } from '#contract/people/account-changes.ts'
import {
  MAX_WIDGETS,
  WIDGET_DEFAULTS,
  type NewWidget,
  type Widget,
  type WidgetEdit,
  type WidgetPreview,
} from '#contract/page/widgets.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { collections, widgets } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { changedFields } from '../../platform/lists/differing.ts'
import { mergeEdit } from '../../platform/lists/merge-edit.ts'
import { recordAccountChange } from '../../platform/history/account-changes.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'
import { lockPerson } from '../pages/page-rows.ts'
import { clicksOf } from './widget-clicks.ts'
import { newKey } from './widget-keys.ts'
import { getWidget, ownWidgets, type WidgetRow, type WidgetSettings } from './widget-rows.ts'
import { toWidget } from './widgets-presenter.ts'

type Input = InferOutput<typeof NewWidget>
type Edit = InferOutput<typeof WidgetEdit>
type Page = { page: number; page_size: number }

/** Returns one page of a user's widgets, oldest first. */
export async function listWidgets(
  { db, config, clicks }: Pick<Deps, 'db' | 'config' | 'clicks'>,
  userId: string,
  { page, page_size }: Page,
): Promise<{ results: Widget[]; count: number }> {
  await clicks.settle()
  const rows = await db
    .select()
    .from(widgets)
    .where(ownWidgets(userId))
    .orderBy(asc(widgets.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  const clicked = await clicksOf(
    db,
    rows.map(({ id }) => id),
  )
  const count = await countOf(db, userId)
  return { results: rows.map((row) => toWidget(row, config, clicked.get(row.id))), count }
}

export async function readWidget({ db, config, clicks }: Deps, userId: string, id: number) {
  await clicks.settle()
  return withClicks(db, await getWidget(db, userId, id), config)
}

const withClicks = async (db: DbOrTx, row: WidgetRow, config: Deps['config']) =>
  toWidget(row, config, (await clicksOf(db, [row.id])).get(row.id))

export const createWidget = (deps: Deps, userId: string, input: Input): Promise<Widget> =>
  changeWithLock(deps, userId, async (tx) => {
    if ((await countOf(tx, userId)) >= MAX_WIDGETS) {
      throw new FieldError('non_field_errors', `You can have ${MAX_WIDGETS} widgets.`)
    }
    const values = {
      ...DEFAULT_SETTINGS,
      ...(await columnsOf(tx, userId, input)),
      name: input.name,
    }
    return input.key === undefined
      ? makeWidget(tx, userId, values)
      : restoreWidget(tx, userId, input.key, values)
  })

export const editWidget = (
  deps: Deps,
  userId: string,
  { id, edit: { base, ...changes } }: { id: number; edit: Edit },
): Promise<Widget> =>
  changeWithLock(deps, userId, async (tx) => {
    const row = await getWidget(tx, userId, id)
    const latest = toWidget(row, deps.config)
    const own = base ? mergeEdit(changes, { base, current: latest, latest }) : changes
    const changed = changedFields(row, await columnsOf(tx, userId, own))
    if (Object.keys(changed).length === 0) return row
    const [next] = await tx
      .update(widgets)
      .set({ ...changed, updatedAt: new Date() })
      .where(eq(widgets.id, row.id))
      .returning()
    await recordWidget(tx, 'edit', next, row)
    return next
  })

export async function deleteWidget({ db }: { db: Db }, userId: string, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(widgets)
      .set({ deletedAt: new Date() })
      .where(ownWidgets(userId, eq(widgets.id, id)))
      .returning()
    if (!row) throw new HTTPException(404)
    await recordWidget(tx, 'delete', row)
    await notifyPageChanged(tx, userId)
  })
}

/** Returns the settings of a widget that is not saved. */
export async function unsavedWidget(
  db: DbOrTx,
  userId: string,
  input: InferOutput<typeof WidgetPreview>,
): Promise<WidgetSettings> {
  return {
    userId,
    collectionId: null,
    ...DEFAULT_SETTINGS,
    ...(await columnsOf(db, userId, input)),
  }
}

const { limit: mostLinks, ...otherDefaults } = WIDGET_DEFAULTS
const DEFAULT_SETTINGS = { ...otherDefaults, mostLinks }

/** Runs a change while the user's widgets are locked. */
async function changeWithLock(
  { db, config, clicks }: Deps,
  userId: string,
  change: (tx: Tx) => Promise<WidgetRow | undefined>,
): Promise<Widget> {
  await clicks.settle()
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const row = await change(tx)
    if (!row) throw new Error('widgets: the change returned no row')
    await notifyPageChanged(tx, userId)
    return withClicks(tx, row, config)
  })
}

type Values = Pick<WidgetRow, 'name' | 'layout' | 'columns' | 'mostLinks' | 'theme'> &
  Partial<WidgetRow>

async function makeWidget(tx: Tx, userId: string, values: Values) {
  const [made] = await tx
    .insert(widgets)
    .values({ ...values, userId, key: newKey() })
    .returning()
  await recordWidget(tx, 'create', made)
  return made
}

/** Restores a deleted widget under its old key, which sites still use. */
async function restoreWidget(tx: Tx, userId: string, key: string, values: Values) {
  const [back] = await tx
    .update(widgets)
    .set({ ...values, deletedAt: null, updatedAt: new Date() })
    .where(and(eq(widgets.userId, userId), eq(widgets.key, key), isNotNull(widgets.deletedAt)))
    .returning()
  if (!back) throw new FieldError('key', 'This widget was not deleted.')
  await recordWidget(tx, 'restore', back)
  return back
}

async function recordWidget(
  tx: Tx,
  event: AccountEvent,
  row: WidgetRow | undefined,
  before = row,
): Promise<void> {
  if (!row) return
  const { userId, name } = row
  const nameBefore = before?.name ?? name
  await recordAccountChange(tx, { userId, thing: 'widget', event, name, nameBefore })
}

async function columnsOf(
  db: DbOrTx,
  userId: string,
  edit: InferOutput<typeof WidgetPreview> | Omit<Edit, 'base'>,
): Promise<Partial<WidgetRow>> {
  const { name, collection_uuid: collectionId, layout, columns, limit, theme } = edit
  if (collectionId !== undefined) await refuseForeignCollection(db, userId, collectionId)
  return {
    ...(name !== undefined && { name }),
    ...(collectionId !== undefined && { collectionId }),
    ...(layout !== undefined && { layout }),
    ...(columns !== undefined && { columns }),
    ...(limit !== undefined && { mostLinks: limit }),
    ...(theme !== undefined && { theme }),
  }
}

async function refuseForeignCollection(
  db: DbOrTx,
  userId: string,
  collectionId: string,
): Promise<void> {
  const [own] = await db
    .select({ id: collections.id })
    .from(collections)
    .where(and(eq(collections.id, collectionId), eq(collections.userId, userId)))
  if (!own) throw new FieldError('collection_uuid', 'Choose one of your collections.')
}

async function countOf(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(widgets)
    .where(ownWidgets(userId))
  return row?.count ?? 0
}
