import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { latestEntries } from '../../actions/audit-log.ts'
import { answer, type ConsoleContext, type ConsoleEnv } from '../frame/console-session.ts'
import {
  ContentPage,
  EntriesPage,
  EntryPage,
  entryPath,
  mayEdit,
  NEW,
  ReviewPage,
} from './content-pages.tsx'
import { applyEntry, EntryErrors, readEntries } from './entries.ts'
import { textsOf, type Entry } from './form-values.ts'
import { kindNamed, ONLY_KEY, type ContentKind } from './kinds.ts'

/** Routes of /console/content. Every role may read them; `site.entry` says who may save. */
export const consoleContent = new Hono<ConsoleEnv>()
  .get('/', (c) => answer(c, <ContentPage visit={c.var.visit} />))

  .get('/:kind', async (c) => {
    const { name, kind } = requireKind(c)
    if (kind.group === null) return c.redirect(entryPath(name, ONLY_KEY), 303)
    const entries = await readEntries(c.var.deps.db, kind)
    return answer(c, <EntriesPage visit={c.var.visit} {...{ name, kind, entries }} />)
  })

  .get('/:kind/:key', async (c) => {
    const { name, kind } = requireKind(c)
    const { deps, visit } = c.var
    const key = keyOf(c)
    if (key === null) {
      if (!mayEdit(visit) || kind.group === null) throw new HTTPException(403)
      return answer(
        c,
        <EntryPage {...{ visit, name, kind }} entryKey={null} texts={{}} pictures={{}} />,
      )
    }
    const entry = await requireEntry(c, kind, key)
    const texts = textsOf(kind, entry)
    const entries = await latestEntries(deps.db, `entry ${name} ${key}`)
    const pictures = picturesOf(kind, entry)
    const shown = { ...texts, ...blankPictures(kind) }
    return answer(
      c,
      <EntryPage {...{ visit, name, kind, pictures, entries }} entryKey={key} texts={shown} />,
    )
  })

  .post('/:kind/:key/review', async (c) => {
    const { name, kind } = requireKind(c)
    const { deps, visit, form } = c.var
    if (!mayEdit(visit)) throw new HTTPException(403)
    const stored = keyOf(c)
    const entry = stored === null ? {} : await requireEntry(c, kind, stored)
    const { csrf: _csrf, again, ...texts } = form
    const key = stored ?? texts['key'] ?? ''
    const page = (errors?: EntryErrors['errors']) => (
      <EntryPage
        {...{ visit, name, kind, texts, errors }}
        entryKey={stored}
        pictures={picturesOf(kind, entry)}
      />
    )
    if (again !== undefined) return answer(c, page())
    if (stored === null && (await hasEntry(c, kind, key)))
      return answer(c, page({ key: [`There is already a ${kind.noun} ${key}.`] }), 400)
    try {
      const applied = await applyEntry(deps, { kind, key, texts }, true)
      const isNew = stored === null
      return answer(c, <ReviewPage {...{ visit, name, isNew, texts, applied }} entryKey={key} />)
    } catch (error) {
      if (!(error instanceof EntryErrors)) throw error
      return answer(c, page(error.errors), 400)
    }
  })

function requireKind(c: ConsoleContext): { name: string; kind: ContentKind } {
  const name = c.req.param('kind') ?? ''
  const kind = kindNamed(name)
  if (!kind) throw new HTTPException(404)
  return { name, kind }
}

/** Returns the key in the path, or null for a new entry. */
function keyOf(c: ConsoleContext): string | null {
  const key = c.req.param('key') ?? ''
  return key === NEW ? null : key.replaceAll('\u0000', '')
}

const findEntry = async (c: ConsoleContext, kind: ContentKind, key: string) =>
  (await readEntries(c.var.deps.db, kind)).find((one) => one.key === key)

const hasEntry = async (c: ConsoleContext, kind: ContentKind, key: string) =>
  (await findEntry(c, kind, key)) !== undefined

async function requireEntry(c: ConsoleContext, kind: ContentKind, key: string): Promise<Entry> {
  const found = await findEntry(c, kind, key)
  if (!found) throw new HTTPException(404)
  return found.entry
}

const picturesOf = ({ fields }: ContentKind, entry: Entry): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, is }) =>
      is === 'picture' && typeof entry[name] === 'string' ? [[name, entry[name]]] : [],
    ),
  )

/** The field of a picture says whether to remove it, so it starts empty. */
const blankPictures = ({ fields }: ContentKind) =>
  Object.fromEntries(fields.flatMap(({ name, is }) => (is === 'picture' ? [[name, '']] : [])))
