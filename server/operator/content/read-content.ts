import * as v from 'valibot'
import { LineCounter, parseDocument, isMap, isPair, isScalar, isSeq, type Document } from 'yaml'
import { ContentFile } from './content-file.ts'
import { unknownKeys, type Place } from './unknown-keys.ts'

export const MAX_BYTES = 5_000_000
/** Limits alias expansion, which protects against "billion laughs" files. */
const MAX_ALIASES = 100
const MAX_LISTED_MISTAKES = 50

/** Mistake and its place in the file. */
export type Mistake = { at: Place; what: string }

/** Parsed file, and a function that returns the line of a value. */
export type ReadContent = { content: ContentFile; lineOf: (at: Place) => number }

/** Error for an invalid content file. Each line of the message names a place in the file. */
export class ContentMistakes extends Error {
  constructor(
    message: string,
    /** The mistakes, if the file could be read. */
    readonly mistakes: readonly Mistake[] = [],
  ) {
    super(message)
  }
}

/**
 * Parses and validates a content file. Throws `ContentMistakes` with all mistakes found. References
 * to other entries are checked later.
 */
export function readContent(yaml: string): ReadContent {
  const lines = new LineCounter()
  const document = parse(yaml, lines)
  const lineOf = (at: Place) => lines.linePos(offsetOf(document, at)).line
  const value = toValue(document)
  if (Array.isArray(value)) throw new ContentMistakes('file: this has to be a group of keys')
  const read = v.safeParse(ContentFile, value, { abortPipeEarly: true })
  const mistakes = [
    ...unknownKeys(ContentFile, value).map((at) => ({ at, what: 'there is no such key' })),
    ...(read.issues ?? []).map(toMistake),
  ]
  throwIfMistakes(mistakes, lineOf)
  if (!read.success) throw new ContentMistakes('This is not a content file.')
  return { content: read.output, lineOf }
}

/** Throws `ContentMistakes` if there are any mistakes. */
export function throwIfMistakes(mistakes: Mistake[], lineOf: (at: Place) => number): void {
  if (mistakes.length === 0) return
  const messages = mistakes
    .map(({ at, what }) => ({ line: lineOf(at), said: `${toPath(at)}: ${what}` }))
    .sort((a, b) => a.line - b.line)
    .map(({ line, said }) => `line ${line}: ${said}`)
  const all = [...new Set(messages)]
  const more =
    all.length > MAX_LISTED_MISTAKES ? [`and ${all.length - MAX_LISTED_MISTAKES} more`] : []
  const head = all.length === 1 ? 'There is a mistake' : `There are ${all.length} mistakes`
  const rest = [...all.slice(0, MAX_LISTED_MISTAKES), ...more].join('\n  ')
  throw new ContentMistakes(`${head}; nothing was written.\n  ${rest}`, mistakes)
}

/** Formats a place, for example `brands[0].rate`. */
export const toPath = (at: Place) =>
  at
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : dotted(step, index)))
    .join('') || 'file'
const dotted = (step: string, index: number) => (index === 0 ? step : `.${step}`)

function parse(yaml: string, lineCounter: LineCounter): Document {
  try {
    const document = parseDocument(yaml, { lineCounter, version: '1.2', schema: 'core' })
    const [error] = document.errors
    if (!error) return document
    const [at] = error.linePos ?? []
    const [what = ''] = error.message.split('\n')
    throw new ContentMistakes(`line ${at?.line ?? 1}: ${what.replace(/ at line .*$/, '')}`)
  } catch (error) {
    if (error instanceof RangeError) throw new ContentMistakes(TOO_DEEP_MESSAGE)
    throw error
  }
}

const TOO_DEEP_MESSAGE = 'The file is nested too deeply.'

function toValue(document: Document): unknown {
  try {
    // An empty file changes nothing.
    return document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {}
  } catch (error) {
    if (error instanceof ReferenceError) {
      throw new ContentMistakes('The file uses too many aliases (*).')
    }
    if (error instanceof RangeError) throw new ContentMistakes(TOO_DEEP_MESSAGE)
    throw error
  }
}

function toMistake(issue: v.BaseIssue<unknown>): Mistake {
  const at = (issue.path ?? []).map(({ key }) => key as string | number)
  return { at, what: messageOf(issue) }
}

/**
 * Returns the message for a validation issue. Valibot's default messages are written for
 * programmers.
 */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'this is missing'
  if (!issue.message.startsWith('Invalid ')) return issue.message
  const known: Record<string, string> = {
    string: 'this has to be text; put it in quotes',
    boolean: 'this is true or false',
    picklist: `choose one of ${issue.expected?.replaceAll(/["()]/g, '').replaceAll(' | ', ', ')}`,
    custom: 'this has to be a list',
    object: 'this has to be a group of keys',
    record: 'this has to be a group of keys',
  }
  return known[issue.type] ?? 'this is not valid here'
}

/** Returns the offset of the value, or of its nearest ancestor in the document. */
function offsetOf(document: Document, at: Place): number {
  let node: unknown = document.contents
  let offset = 0
  for (const step of at) {
    const next = stepInto(node, step)
    if (!next) break
    offset = next.offset
    node = next.node
  }
  return offset
}

function stepInto(node: unknown, step: string | number): { node: unknown; offset: number } | null {
  if (isSeq(node)) return withOffset(node.items[Number(step)])
  if (!isMap(node)) return null
  const pair = node.items.find((one) => isPair(one) && keyOf(one.key) === String(step))
  const key = withOffset(pair?.key)
  return key && { node: pair?.value, offset: key.offset }
}

const keyOf = (key: unknown) => String(isScalar(key) ? key.value : key)

function withOffset(node: unknown): { node: unknown; offset: number } | null {
  const range = (node as { range?: [number, number, number] | null } | undefined)?.range
  return range ? { node, offset: range[0] } : null
}
