import { join } from 'node:path'
import { stringify } from 'yaml'
import type { FieldErrors } from '#contract/common.ts'
import type { Deps } from '../../../env.ts'
import { applyContent, type Applied } from '../../content/apply-content.ts'
import type { ContentKind } from '../../content/kinds.ts'
import { ContentMistakes } from '../../content/read-content.ts'
import type { KeyedEntry } from '../../content/read-entries.ts'
import { entryOf } from './form-values.ts'

type Typed = {
  kind: ContentKind
  key: string
  texts: Record<string, string>
  /** All entries of the kind, as they are stored. */
  stored: KeyedEntry[]
}

/**
 * Applies what a form says, or only checks it.
 *
 * @throws EntryErrors
 */
export async function applyEntry(
  { db, media, secrets, config }: Pick<Deps, 'db' | 'media' | 'secrets' | 'config'>,
  typed: Typed,
  isDry: boolean,
): Promise<Applied> {
  const { file, index } = fileOf(typed)
  // Pictures of a form are never read from a folder, so it is one that does not exist.
  const path = join(config.dataDir, 'no-pictures', 'content.yaml')
  try {
    const yaml = stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 })
    return await applyContent({ db, media, secrets }, yaml, { path, isDry })
  } catch (error) {
    if (!(error instanceof ContentMistakes)) throw error
    throw new EntryErrors(error.message, errorsOf(error, typed.kind, index))
  }
}

/** Error with messages by field. */
export class EntryErrors extends Error {
  constructor(
    message: string,
    readonly errors: FieldErrors,
  ) {
    super(message)
  }
}

/**
 * Returns a content file with the entry of a form, and the position of the entry in it. The file has
 * all entries of a kind whose order counts, because the order of the file is stored.
 */
function fileOf({ kind, key, texts, stored }: Typed) {
  const { group, key: keyName, isOrdered } = kind
  const isNew = !stored.some((one) => one.key === key)
  const entry = entryOf(kind, texts, isNew)
  if (group === null) return { file: entry, index: 0 }
  if (keyName === null) return { file: { [group]: { [key]: entry } }, index: 0 }
  const own = { [keyName]: key, ...entry }
  if (!isOrdered) return { file: { [group]: [own] }, index: 0 }
  const others = stored.filter((one) => one.key !== key)
  const index = placeOf(texts['place'], stored, key)
  const list = others.map((one) => one.entry).toSpliced(index, 0, own)
  return { file: { [group]: list }, index }
}

/** Returns the position that was typed, counted from 1, or that of now, or the last one. */
function placeOf(typed: string | undefined, stored: KeyedEntry[], key: string): number {
  const now = stored.findIndex((one) => one.key === key)
  const last = now === -1 ? stored.length : stored.length - 1
  if (!/^\d{1,4}$/.test(typed ?? '')) return now === -1 ? last : now
  return Math.min(Math.max(Number(typed) - 1, 0), last)
}

function errorsOf({ mistakes, message }: ContentMistakes, kind: ContentKind, index: number) {
  const names = new Set(kind.fields.map(({ name }) => name))
  const errors: FieldErrors = {}
  for (const { at, what } of mistakes) {
    const [field, ...rest] = kind.group === null ? at : at.slice(2)
    // A value that is needed because of another one.
    const [, needed = ''] = /^(\w+) is missing/.exec(what) ?? []
    if (names.has(needed)) {
      errors[needed] ??= [sentence(rest, what.replace(needed, 'this'))]
      continue
    }
    const isOwn = kind.group === null || kind.key === null || at[1] === index
    const name = isOwn && names.has(String(field)) ? String(field) : keyOr(isOwn, field, kind)
    errors[name] ??= [sentence(rest, what)]
  }
  return mistakes.length === 0 ? { non_field_errors: [message] } : errors
}

const keyOr = (isOwn: boolean, field: string | number | undefined, { key }: ContentKind) =>
  isOwn && (field === key || field === undefined) ? 'key' : 'non_field_errors'

/** Turns a mistake of the file into a sentence, with the line of a list. */
function sentence(rest: readonly (string | number)[], what: string): string {
  const line = rest.find((step) => typeof step === 'number')
  const text = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  const end = /[.!?]$/.test(text) ? '' : '.'
  return line === undefined ? text + end : `Line ${line + 1}: ${what}${end}`
}
