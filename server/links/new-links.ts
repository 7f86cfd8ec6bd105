import { eq } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'
import {
  ExternalId,
  type NewLink,
  type LinkEdit,
  type NewLinksAnswer,
} from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { Db } from '../platform/db/client.ts'
import { links } from '../platform/db/schema.ts'
import type { Deps } from '../env.ts'
import { FieldError } from '../platform/http/errors.ts'
import { editLink } from './link-edit.ts'
import { ownLinks } from './link-rows.ts'
import { createLink, type NewLinkId } from './links.ts'

type NewLinkInput = InferOutput<typeof NewLink>
type BulkResult = NewLinksAnswer['results'][number]

/** Validated link of a bulk call, or why it is refused. */
export type BulkInput =
  | { output: NewLinkInput; errors?: never }
  | { output?: never; errors: FieldErrors }

/**
 * Creates several links, each by itself: one that is refused does not stop the others. `ids` has
 * one id for each link.
 */
export async function createLinks(
  deps: Deps,
  ids: NewLinkId[],
  inputs: BulkInput[],
): Promise<NewLinksAnswer> {
  const results: BulkResult[] = []
  for (const [n, { output, errors }] of inputs.entries()) {
    const newLink = ids[n]
    if (!newLink) throw new Error('fewer ids than links')
    // One after the other, because each locks the user's row.
    // oxlint-disable-next-line no-await-in-loop
    results.push(output ? await createOne(deps, newLink, output) : { errors })
  }
  return { results }
}

async function createOne(deps: Deps, newLink: NewLinkId, input: NewLinkInput): Promise<BulkResult> {
  try {
    const { uuid, split_url } = await createLink(deps, newLink, input)
    return { uuid, split_url }
  } catch (error) {
    if (error instanceof FieldError) return { errors: error.errors }
    throw error
  }
}

type Upsert = { link: ShortLink; isNew: boolean }

/** Creates the link with this external id, or changes it if the user has one. */
export async function upsertLink(
  deps: Deps,
  newLink: NewLinkId,
  externalId: string,
  input: NewLinkInput,
): Promise<Upsert> {
  const external_id = checkedId(externalId)
  const fields = { ...input, external_id }
  const known = await findByExternalId(deps.db, newLink.userId, external_id)
  if (known !== undefined) return change(deps, newLink.userId, known, fields)
  try {
    return { link: await createLink(deps, newLink, fields), isNew: true }
  } catch (error) {
    const other = await createdMeanwhile(deps, newLink.userId, external_id, error)
    return change(deps, newLink.userId, other, fields)
  }
}

async function change(deps: Deps, userId: string, id: string, edit: InferOutput<typeof LinkEdit>) {
  return { link: await editLink(deps, userId, id, edit), isNew: false }
}

/** Returns the link that another server created at the same time; otherwise throws the error. */
async function createdMeanwhile(deps: Deps, userId: string, externalId: string, error: unknown) {
  if (!(error instanceof FieldError && error.errors['external_id'])) throw error
  const id = await findByExternalId(deps.db, userId, externalId)
  if (id === undefined) throw error
  return id
}

async function findByExternalId(db: Db, userId: string, externalId: string) {
  const [row] = await db
    .select({ id: links.id })
    .from(links)
    .where(ownLinks(userId, eq(links.externalId, externalId)))
  return row?.id
}

function checkedId(externalId: string): string {
  const parsed = v.safeParse(ExternalId, externalId)
  if (parsed.success) return parsed.output
  throw new FieldError('external_id', parsed.issues[0].message)
}
