import type { Config } from '../config/config.ts'
import type { Log } from '../log/log.ts'
import { setTracer } from './traces.ts'

/**
 * Starts tracing if a collector is set, and returns the function that ends it. Only then is the
 * library loaded.
 */
export async function startTracing(
  { traces, version }: Pick<Config, 'traces' | 'version'>,
  log: Log,
): Promise<() => Promise<void>> {
  if (!traces) return async () => {}
  const { openTracing } = await import('./open-telemetry.ts')
  const { tracer, stop } = openTracing(traces, version, log)
  setTracer(tracer)
  return async () => {
    setTracer(null)
    await stop()
  }
}
