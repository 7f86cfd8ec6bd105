import {
  ConfigError,
  parseUrl,
  readValue,
  throwInvalid,
  WEB_PROTOCOLS,
  type Env,
} from './config-readers.ts'

/** Collector of traces. */
export type TraceSettings = {
  /** Beginning of its address, without a trailing slash. */
  endpoint: string
  headers: Record<string, string>
  /** Name of this server in the traces. */
  service: string
}

/** Returns the collector of traces; null if none is set. */
export function traceSettings(env: Env): TraceSettings | null {
  const value = readValue(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (value === undefined) return null
  const url = parseUrl(value, WEB_PROTOCOLS)
  if (!url || url.search !== '' || url.username !== '')
    throwInvalid('OTEL_EXPORTER_OTLP_ENDPOINT', value, 'a URL like http://127.0.0.1:4318')
  return {
    endpoint: value.replace(/\/+$/, ''),
    headers: headersOf(readValue(env, 'OTEL_EXPORTER_OTLP_HEADERS') ?? ''),
    service: readValue(env, 'OTEL_SERVICE_NAME') ?? 'split',
  }
}

/** Returns the headers of a list like `name=value,other=value`. Errors do not repeat the values. */
function headersOf(list: string): Record<string, string> {
  const parts = list.split(',').filter((part) => part.trim() !== '')
  const pairs = parts.map((part) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(part))
  if (pairs.includes(null))
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,other=value.')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], decoded(pair?.[2] ?? '')]))
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
