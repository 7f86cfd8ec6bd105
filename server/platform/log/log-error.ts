/** Frames of each error, when there are several: where it came up, and where it came from. */
const FRAMES = 6
const STATEMENT_LENGTH = 80

/** What PostgreSQL says of an error beside its message; nothing here holds a value. */
const NAMES = ['code', 'constraint', 'table', 'column', 'routine'] as const

type Fields = Record<string, unknown>

/**
 * An error and its causes, each in its own words and with its stack. Of a failed query only what was
 * tried and why it failed: its parameters, and messages that quote them, are what people wrote.
 */
export function describeError(error: Error): string {
  const chain = causes(error)
  const most = chain.length > 1 ? FRAMES : Infinity
  return chain
    .map((one) => [headline(one), ...frames(one).slice(0, most)].join('\n'))
    .join('\ncaused by ')
}

/** Its name and why, in one line. */
export function headline(error: Error): string {
  if (!isOfQuery(error)) return `${error.name}: ${error.message}`
  const fields = error as unknown as Fields
  const facts = NAMES.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? [`${name}=${value}`] : []
  })
  const why = quotesNothing(fields['code']) ? error.message : ''
  // PostgreSQL's own have no other name than "error".
  const name = 'severity' in error ? 'PostgresError' : error.name
  return [`${name}:`, why, ...facts, statement(fields['query'])].filter(Boolean).join(' ')
}

function causes(error: Error): Error[] {
  const chain: Error[] = []
  for (let at: unknown = error; at instanceof Error && !chain.includes(at); at = at.cause)
    chain.push(at)
  return chain
}

/** Drizzle's and PostgreSQL's own. */
const isOfQuery = (error: Error) =>
  'query' in error || 'severity' in error || error.message.startsWith('Failed query:')

/**
 * A message about a connection, a transaction, a statement's grammar, resources or the server itself;
 * others (22: data, 23: constraints, P0: raised) repeat what was to be stored. Drizzle's has no code.
 */
const quotesNothing = (code: unknown) =>
  typeof code === 'string' && /^(08|25|40|42|53|54|55|57|58|XX)...$/.test(code)

const statement = (query: unknown) =>
  typeof query === 'string' &&
  `(${query.slice(0, STATEMENT_LENGTH).replaceAll(/\s+/g, ' ')}${query.length > STATEMENT_LENGTH ? '…' : ''})`

/** A stack begins with the message, which may look like frames itself. */
function frames({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  if (start < 0) return []
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
}
