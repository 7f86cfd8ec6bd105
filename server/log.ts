import { inspect } from 'node:util'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One line per event. Callers pass ids and paths, never a token, a password or a query string. */
export type Log = Record<LogLevel, (message: string, fields?: Record<string, unknown>) => void>

/** Readable lines in a terminal, JSON where something collects them. */
export function createLog(level: LogLevel, json = !process.stdout.isTTY): Log {
  const lowest = LOG_LEVELS.indexOf(level)
  const at = (name: LogLevel, index: number) =>
    index < lowest
      ? () => {}
      : (message: string, fields: Record<string, unknown> = {}) =>
          console[name](json ? jsonLine(name, message, fields) : plainLine(name, message, fields))
  return Object.fromEntries(LOG_LEVELS.map((name, index) => [name, at(name, index)])) as Log
}

function jsonLine(level: LogLevel, message: string, fields: Record<string, unknown>): string {
  const plain = Object.entries(fields).map(([name, value]) => [name, shown(value)])
  return JSON.stringify({
    at: new Date().toISOString(),
    level,
    message,
    ...Object.fromEntries(plain),
  })
}

function plainLine(level: LogLevel, message: string, fields: Record<string, unknown>): string {
  const rest = Object.entries(fields).map(([name, value]) =>
    value instanceof Error
      ? `\n${stackOf(value)}`
      : ` ${name}=${inspect(value, { breakLength: Infinity })}`,
  )
  return `${level === 'info' ? '' : `${level}: `}${message}${rest.join('')}`
}

/** JSON has no way to write an error; its stack says where it came from, its cause why. */
function shown(value: unknown): unknown {
  return value instanceof Error ? stackOf(value) : value
}

function stackOf(value: Error): string {
  const cause = value.cause instanceof Error ? `\ncaused by ${value.cause.stack ?? ''}` : ''
  return `${value.stack ?? value.message}${cause}`
}
