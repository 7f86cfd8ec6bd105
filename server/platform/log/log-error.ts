/** Maximum number of stack frames per error in a chain of causes. */
const MAX_FRAMES = 6
const MAX_STATEMENT_LENGTH = 80

/** Fields of a PostgreSQL error that hold names, never values. */
const SAFE_FIELDS = ['code', 'constraint', 'table', 'column', 'routine'] as const

type Fields = Record<string, unknown>

/**
 * Returns an error and its causes as text, each with its stack. Of a failed query it returns the
 * SQL and the reason, but no parameters and no messages that quote them, because they hold user
 * data.
 */
export function describeError(error: Error): string {
  const chain = causes(error)
  const most = chain.length > 1 ? MAX_FRAMES : Infinity
  return chain
    .map((one) => [summarizeError(one), ...frames(one).slice(0, most)].join('\n'))
    .join('\ncaused by ')
}

/** Returns the name and the reason of an error in one line. */
export function summarizeError(error: Error): string {
  if (!isQueryError(error)) return `${error.name}: ${error.message}`
  const fields = error as unknown as Fields
  const facts = SAFE_FIELDS.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? [`${name}=${value}`] : []
  })
  const why = isSafeToLog(fields['code']) ? error.message : ''
  // PostgreSQL errors have no other name than "error".
  const name = 'severity' in error ? 'PostgresError' : error.name
  return [`${name}:`, why, ...facts, statement(fields['query'])].filter(Boolean).join(' ')
}

function causes(error: Error): Error[] {
  const chain: Error[] = []
  for (let at: unknown = error; at instanceof Error && !chain.includes(at); at = at.cause)
    chain.push(at)
  return chain
}

/** Returns whether Drizzle or PostgreSQL threw the error. */
const isQueryError = (error: Error) =>
  'query' in error || 'severity' in error || error.message.startsWith('Failed query:')

/**
 * Returns whether messages with this code contain no user data: those about connections,
 * transactions, syntax, resources and the server. Others (22: data, 23: constraints, P0: raised)
 * quote values. Drizzle's errors have no code.
 */
const isSafeToLog = (code: unknown) =>
  typeof code === 'string' && /^(08|25|40|42|53|54|55|57|58|XX)...$/.test(code)

const statement = (query: unknown) =>
  typeof query === 'string' &&
  `(${query.slice(0, MAX_STATEMENT_LENGTH).replaceAll(/\s+/g, ' ')}${query.length > MAX_STATEMENT_LENGTH ? '…' : ''})`

/**
 * Returns the lines of the stack after the message, because the message may contain lines that look
 * like frames.
 */
function frames({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  if (start < 0) return []
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
}
