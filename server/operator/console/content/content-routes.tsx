import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { latestEntries } from '../../actions/audit-log.ts'
import { kindNamed, ONLY_KEY, type ContentKind } from '../../content/kinds.ts'
import { readEntries, type Entry, type KeyedEntry } from '../../content/read-entries.ts'
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
import { applyEntry, EntryErrors } from './entries.ts'
import { textsOf } from './form-values.ts'
import { storePictures } from './store-pictures.ts'

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
    const entry = requireEntry(await readEntries(deps.db, kind), key)
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
    const shown = keyOf(c)
    const stored = await readEntries(deps.db, kind)
    const entry = shown === null ? {} : requireEntry(stored, shown)
    const { csrf: _csrf, again, ...typed } = form
    const { keys, errors: refused } = await storePictures(deps, kind, c.var.pictures)
    const texts = { ...typed, ...keys }
    const key = shown ?? texts['key'] ?? ''
    const page = (errors?: EntryErrors['errors']) => (
      <EntryPage
        {...{ visit, name, kind, texts, errors }}
        entryKey={shown}
        pictures={picturesOf(kind, entry)}
      />
    )
    if (again !== undefined) return answer(c, page())
    if (Object.keys(refused).length > 0) return answer(c, page(refused), 400)
    if (shown === null && findEntry(stored, key))
      return answer(c, page({ key: [`There is already a ${kind.noun} ${key}.`] }), 400)
    try {
      const applied = await applyEntry(deps, { kind, key, texts, stored }, true)
      const isNew = shown === null
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

const findEntry = (stored: KeyedEntry[], key: string) => stored.find((one) => one.key === key)

function requireEntry(stored: KeyedEntry[], key: string): Entry {
  const found = findEntry(stored, key)
  if (!found) throw new HTTPException(404)
  return found.entry
}

const picturesOf = ({ fields }: ContentKind, entry: Entry): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, is }) =>
      is === 'picture' && typeof entry[name] === 'string' ? [[name, entry[name]]] : [],
    ),
  )

/** The field of a picture has a new one or says whether to remove it, so it starts empty. */
const blankPictures = ({ fields }: ContentKind) =>
  Object.fromEntries(fields.flatMap(({ name, is }) => (is === 'picture' ? [[name, '']] : [])))
