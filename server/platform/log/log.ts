import { inspect } from 'node:util'
import { readTask } from '../processes/task.ts'
import { describeError } from './log-error.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Logger that writes one line per event. Callers pass ids and paths, never a token, a password or a
 * query string.
 */
export type Log = Record<LogLevel, (message: string, fields?: Record<string, unknown>) => void>

/** Maximum size of a line, so that no event fills the disk. Longer texts are cut. */
const MAX_BYTES = 2048
/** Maximum characters per text, tried in order until the line fits. */
const CUTS = [1800, 1200, 800, 400, 200, 100, 50]

/**
 * Creates a logger. Writes readable lines to a terminal, and JSON otherwise. Where a server runs
 * several processes, lines contain the process id.
 */
export function createLog(level: LogLevel, json = !process.stdout.isTTY): Log {
  const lowest = LOG_LEVELS.indexOf(level)
  const always = readTask(process.env) ? { pid: process.pid } : {}
  const at = (name: LogLevel, index: number) =>
    index < lowest
      ? () => {}
      : (message: string, fields: Record<string, unknown> = {}) =>
          console[name](
            fitLine(json ? jsonLine : plainLine, name, message, { ...always, ...fields }),
          )
  return Object.fromEntries(LOG_LEVELS.map((name, index) => [name, at(name, index)])) as Log
}

type Fields = Record<string, unknown>
type Cut = (text: string) => string
type Line = (level: LogLevel, message: string, fields: Fields, cut: Cut) => string

function fitLine(line: Line, level: LogLevel, message: string, fields: Fields): string {
  for (const most of CUTS) {
    const text = line(level, message, fields, cutTo(most))
    if (Buffer.byteLength(text) < MAX_BYTES) return text
  }
  return line(level, message, { cut: Object.keys(fields).length }, cutTo(CUTS.at(-1) ?? 0))
}

const cutTo =
  (most: number): Cut =>
  (text) =>
    text.length > most ? `${text.slice(0, most)}… (${text.length - most} more)` : text

function jsonLine(level: LogLevel, message: string, fields: Fields, cut: Cut): string {
  const shown = Object.entries(fields).map(([name, value]) => [name, toJsonValue(value, cut)])
  return JSON.stringify({
    at: new Date().toISOString(),
    level,
    message: cut(message),
    ...Object.fromEntries(shown),
  })
}

function plainLine(level: LogLevel, message: string, fields: Fields, cut: Cut): string {
  const rest = Object.entries(fields).map(([name, value]) =>
    value instanceof Error
      ? `\n${cut(describeError(value))}`
      : ` ${name}=${cut(inspect(value, { breakLength: Infinity }))}`,
  )
  return `${level === 'info' ? '' : `${level}: `}${cut(message)}${rest.join('')}`
}

/** JSON cannot represent an error, so it is written as text with its stack and causes. */
function toJsonValue(value: unknown, cut: Cut): unknown {
  if (value instanceof Error) return cut(describeError(value))
  if (typeof value === 'string') return cut(value)
  if (typeof value !== 'object' || value === null) return value
  const text = JSON.stringify(value) ?? ''
  return cut(text) === text ? value : cut(text)
}
