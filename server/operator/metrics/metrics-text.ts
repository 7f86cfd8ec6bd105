import { Registry } from 'prom-client'
import type { Deps } from '../../env.ts'
import { readDatabaseSamples } from './database-samples.ts'
import { readProcessSamples } from './process-samples.ts'
import { register } from './samples.ts'

/** Returns all metrics of this process in the text format of Prometheus. */
export async function metricsText(deps: Deps): Promise<string> {
  const current = new Registry()
  register(current, readProcessSamples(deps))
  register(current, await readDatabaseSamples(deps))
  return Registry.merge([deps.metrics.registry(), current]).metrics()
}
