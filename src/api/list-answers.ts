import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import { LinkDelta, LinkPage } from '#contract/links.ts'

/*
 * How answers are read that belong in the mirror: whatever an older or newer server sends, one field
 * that is missing must not cost a row, nor one row the others (offline 34).
 */

/** Every field but the id has something to fall back on. The cast restores what the loop loses. */
export const tolerant = <Entries extends v.ObjectEntries & { uuid: typeof Uuid }>(
  entries: Entries,
  missing: { [Name in Exclude<keyof Entries, 'uuid'>]?: v.InferOutput<Entries[Name]> },
) =>
  v.object(
    Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [
        name,
        name === 'uuid' ? entry : v.fallback(entry as v.GenericSchema, missing[name as never]),
      ]),
    ) as unknown as Entries,
  )

export const readable = <Row>(schema: v.GenericSchema<unknown, Row>, items: unknown[]): Row[] =>
  items.flatMap((item) => {
    const row = v.safeParse(schema, item)
    return row.success ? [row.output] : []
  })

export const rawRows = v.array(v.unknown())

export const rowsOf = <Row>(schema: v.GenericSchema<unknown, Row>) =>
  v.pipe(
    rawRows,
    v.transform((items) => readable(schema, items)),
  )

/** Detail answers are bare, some created ones come in `result`; either is read. */
export const bareOrResult = <Row>(schema: v.GenericSchema<unknown, Row>) =>
  v.union([
    v.pipe(
      v.object({ result: schema }),
      v.transform((body): Row => body.result),
    ),
    schema,
  ])

/** Reading whole rows takes a phone 0.2 s for five hundred; who only walks through them needs ids. */
const ids = v.pipe(
  rawRows,
  v.transform((items) => readable(v.object({ uuid: Uuid }), items).map(({ uuid }) => uuid)),
)

export const paging = {
  next: v.fallback(LinkPage.entries.next, null),
  count: v.fallback(LinkPage.entries.count, 0),
  cursor: v.fallback(LinkPage.entries.cursor, ''),
}

export const PageIds = v.object({ results: ids, ...paging })
export type PageIds = v.InferOutput<typeof PageIds>

export const DeltaIds = v.object({
  results: ids,
  removed: LinkDelta.entries.removed,
  cursor: LinkDelta.entries.cursor,
  has_more: v.fallback(LinkDelta.entries.has_more, false),
  complete: v.fallback(LinkDelta.entries.complete, true),
})
export type DeltaIds = v.InferOutput<typeof DeltaIds>

/** A server that knows no cursors answers a page, which is null here. */
export const DeltaOrPage = v.union([
  DeltaIds,
  v.pipe(
    PageIds,
    v.transform(() => null),
  ),
])
