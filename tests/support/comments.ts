import { parseSync } from 'vite'

export type Comment = { line: number; text: string; isDoc: boolean; end: number }
type Parsed = ReturnType<typeof parseSync>

/** Returns the comments of a TypeScript or CSS file. Consecutive line comments count as one. */
export const commentsOf = (path: string, source: string): Comment[] =>
  path.endsWith('.css')
    ? joinLines(source, cssComments(source))
    : joinLines(source, parseSync(path, source).comments)

type Found = { type: string; value: string; start: number; end: number }

function joinLines(source: string, found: readonly Found[]): Comment[] {
  const comments: (Comment & { isLine: boolean })[] = []
  let line = 1
  let counted = 0
  for (const { type, value, start, end } of found) {
    line += source.slice(counted, start).split('\n').length - 1
    counted = start
    const last = comments.at(-1)
    const isLine = type === 'Line'
    if (isLine && last?.isLine && source.slice(last.end, start).trim() === '') {
      last.text += ` ${value.trim()}`
      last.end = end
    } else {
      const text = value.replace(/^\*/, '').replace(/\n\s*\*/g, '\n')
      comments.push({ line, text: text.trim(), isDoc: value.startsWith('*'), end, isLine })
    }
  }
  return comments
}

const cssComments = (source: string): Found[] =>
  [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 0: whole, 1: value = '', index }) => ({
    type: 'Block',
    value,
    start: index,
    end: index + whole.length,
  }))

type Declaration = {
  type: string
  id?: { name: string } | null
  declarations?: { id: { name?: string }; init: { type: string } | null }[]
}

/** Returns name and doc comment of each exported function that has one. */
export function documentedFunctions(path: string, source: string) {
  if (!source.includes('/**')) return []
  const parsed = parseSync(path, source)
  const docs = joinLines(source, parsed.comments).filter(({ isDoc }) => isDoc)
  return exportedFunctions(parsed).flatMap(({ name, start }) => {
    const doc = docs.findLast(({ end }) => end <= start && source.slice(end, start).trim() === '')
    return doc ? [{ name, ...doc }] : []
  })
}

const exportedFunctions = ({ program }: Parsed) =>
  program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return []
    const name = functionName(node.declaration as Declaration | null)
    return name ? [{ name, start: node.start }] : []
  })

function functionName(declaration: Declaration | null) {
  if (declaration?.type === 'FunctionDeclaration') return declaration.id?.name
  const [variable] = declaration?.declarations ?? []
  return /^(?:Arrow)?Function/.test(variable?.init?.type ?? '') ? variable?.id.name : undefined
}
