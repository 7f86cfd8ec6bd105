import type { PageItems } from './scan-items.ts'

/** Maximum number of data blocks to read. Real pages have a few. */
const MAX_BLOCKS = 60

/**
 * Returns the JSON values that a page contains: data scripts, values assigned in scripts, streamed
 * data and attributes. Nothing is executed.
 */
export function embeddedData({ scripts, data }: PageItems): unknown[] {
  const found: unknown[] = []
  const add = (text: string) => {
    const value = parseJson(text)
    if (value !== null && typeof value === 'object' && found.length < MAX_BLOCKS) found.push(value)
  }
  for (const { type, text } of scripts) {
    if (/json/.test(type)) add(withoutComment(text))
    else if (type === '' || /javascript|module/.test(type)) assignedValues(text).forEach(add)
  }
  for (const line of streamedLines(scripts.map(({ text }) => text))) add(line)
  data.forEach(add)
  return found
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const withoutComment = (text: string) => text.trim().replace(/^<!--|-->$/g, '')

const ASSIGNMENT = /[\w$\])]\s*=\s*(?:JSON\.parse\(\s*)?(?=[[{"'])/g
/** Maximum number of assignments to look at in one script. */
const MAX_ASSIGNMENTS = 200
/** Shorter values hold no list of links. */
const MIN_LENGTH = 40

/** Returns the JSON texts that a script assigns to variables. */
function assignedValues(script: string): string[] {
  const values: string[] = []
  let seen = 0
  for (const { index, 0: start } of script.matchAll(ASSIGNMENT)) {
    seen += 1
    if (seen > MAX_ASSIGNMENTS) break
    const at = index + start.length
    const isText = script[at] === '"' || script[at] === "'"
    const value = isText ? textAt(script, at) : script.slice(at, endOfValue(script, at))
    if (value.length >= MIN_LENGTH) values.push(value)
  }
  return values
}

/** Returns the content of the quoted text at a position, for `JSON.parse("…")`. */
function textAt(script: string, at: number): string {
  const end = endOfQuoted(script, at)
  const inside = script.slice(at + 1, end - 1)
  const quoted =
    script[at] === '"' ? inside : inside.replaceAll(String.raw`\'`, "'").replaceAll('"', '\\"')
  const text = parseJson(`"${quoted}"`)
  return typeof text === 'string' ? text : ''
}

/** Returns the position after the object or list that starts at `from`. */
function endOfValue(script: string, from: number): number {
  let depth = 0
  for (let at = from; at < script.length; at++) {
    const sign = script[at]
    if (sign === '"') at = endOfQuoted(script, at) - 1
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return script.length
}

function endOfQuoted(script: string, from: number): number {
  for (let at = from + 1; at < script.length; at++) {
    if (script[at] === '\\') at += 1
    else if (script[at] === script[from]) return at + 1
  }
  return script.length
}

/** Returns the lines of data that React Server Components stream in `self.__next_f.push([1,"…"])`. */
function streamedLines(scripts: string[]): string[] {
  const parts = scripts.flatMap((text) => {
    const [, list] = /^\s*self\.__next_f\.push\((\[.*\])\)\s*;?\s*$/s.exec(text) ?? []
    const value = list === undefined ? undefined : parseJson(list)
    return Array.isArray(value) && typeof value[1] === 'string' ? [value[1]] : []
  })
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/^[\da-f]*:/i, ''))
}
