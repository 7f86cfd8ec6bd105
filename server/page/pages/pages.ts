import { and, eq, isNull } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { InferOutput } from 'valibot'
import type { CreatorPage, NewPage, PageEdit } from '#contract/page/pages.ts'
import { notifyPageMoved } from '../../people/activity/members.ts'
import { coverChanges, NO_COVER } from '../../people/media/cover-changes.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { pages, sections } from '../../platform/db/schema.ts'
import { recordHistory, type Cause } from '../../platform/history/record.ts'
import type { Deps } from '../../env.ts'
import { currentActor } from '../../platform/http/actor.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { changedFields } from '../../platform/lists/differing.ts'
import { mergeEdit } from '../../platform/lists/merge-edit.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'
import { findPage, getPage, lockPerson, type PageRow } from './page-rows.ts'
import { toPage } from './pages-presenter.ts'
import { claimSlug, retireSlug } from './slugs.ts'
import { updatePage } from './update-page.ts'

type Input = InferOutput<typeof NewPage>
type Edit = InferOutput<typeof PageEdit>

/** Returns the user's page. Throws a 404 if there is none yet, which the app expects. */
export async function readOwnPage({ db, config }: Deps, userId: string): Promise<CreatorPage> {
  const page = await findPage(db, userId)
  if (!page) throw new HTTPException(404)
  return toPage(page, config)
}

export const createPage = (deps: Deps, userId: string, input: Input): Promise<CreatorPage> =>
  changeWithLock(deps, userId, async (tx) => {
    if (await findPage(tx, userId)) {
      throw new FieldError('non_field_errors', 'You already have a page. Edit it instead.')
    }
    return makePage(tx, userId, input)
  })

export const editPage = (
  deps: Deps,
  userId: string,
  { id, edit: { base, ...changes } }: { id: number; edit: Edit },
): Promise<CreatorPage> =>
  changeWithLock(deps, userId, async (tx) => {
    const found = await getPage(tx, userId, id)
    const latest = toPage(found, deps.config)
    const own = base ? mergeEdit(changes, { base, current: latest, latest }) : changes
    await changePage(tx, found.page, own)
    return id
  })

/** Creates the page, or changes the existing one. */
export async function savePage(
  deps: Deps,
  userId: string,
  input: Input,
): Promise<{ page: CreatorPage; isNew: boolean }> {
  let isNew = false
  const page = await changeWithLock(deps, userId, async (tx) => {
    const known = await findPage(tx, userId)
    isNew = !known
    if (!known) return makePage(tx, userId, input)
    await changePage(tx, known.page, input)
    return known.page.id
  })
  return { page, isNew }
}

/** Runs a change while the user's page is locked, and returns the resulting page. */
async function changeWithLock(
  { db, config }: Deps,
  userId: string,
  change: (tx: Tx) => Promise<number>,
): Promise<CreatorPage> {
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const id = await change(tx)
    return toPage(await getPage(tx, userId, id), config)
  })
}

async function makePage(tx: Tx, userId: string, input: Input): Promise<number> {
  const { slug, title } = input
  await claimSlug(tx, slug)
  const values = { userId, slug, title, ...(await columnsOf(tx, { userId, ...NO_COVER }, input)) }
  const [made] = await tx.insert(pages).values(values).returning({ id: pages.id })
  if (!made) throw new Error('insert returned no row')
  // Attach sections that were created before the page.
  await tx
    .update(sections)
    .set({ pageId: made.id })
    .where(and(eq(sections.userId, userId), isNull(sections.pageId)))
  await recordHistory(tx, [{ userId, pageId: made.id, changes: {} }], { kind: 'create' })
  await notifyPageChanged(tx, userId)
  return made.id
}

/** Changes a page of a locked user, with all checks of an edit. */
export async function changePage(tx: Tx, page: PageRow, edit: Edit, cause?: Cause): Promise<void> {
  const changes = changedFields(page, await columnsOf(tx, page, edit))
  if (Object.keys({ ...changes, ...cause?.more }).length === 0) return
  if (changes.slug !== undefined) {
    await claimSlug(tx, changes.slug, page)
    await retireSlug(tx, page, changes.slug)
  }
  await updatePage(tx, page, { ...changes, updatedAt: new Date() }, cause)
  if (changes.slug !== undefined) await announceSlug(tx, page.userId, changes.slug)
}

/** Tells the owner of a page if another person has changed its address. */
async function announceSlug(tx: Tx, userId: string, slug: string): Promise<void> {
  const { kind, id, name } = currentActor()
  if (kind === 'person' && id !== userId)
    await notifyPageMoved(tx, { userId, member: { id, name }, slug })
}

type PageBefore = Pick<PageRow, 'userId' | 'imageUploadId' | 'imageParams' | 'thumbnailParams'>

async function columnsOf(db: DbOrTx, before: PageBefore, edit: Edit): Promise<Partial<PageRow>> {
  const cover = await coverChanges(db, before.userId, before, edit)
  // The alternative text belongs to one image and is removed with it.
  const alt = edit.image_alt ?? (cover.imageUploadId === undefined ? undefined : '')
  return {
    ...(edit.slug !== undefined && { slug: edit.slug }),
    ...(edit.title !== undefined && { title: edit.title }),
    ...(edit.description !== undefined && { description: edit.description }),
    ...(edit.theme !== undefined && { theme: edit.theme }),
    ...(edit.accent !== undefined && { accent: edit.accent }),
    ...(edit.is_published !== undefined && { isPublished: edit.is_published }),
    ...(edit.is_indexed !== undefined && { isIndexed: edit.is_indexed }),
    ...(alt !== undefined && { imageAlt: alt }),
    ...cover,
  }
}
