import {
  AggregatorRegistry,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import type { Deps } from '../../env.ts'
import { readDatabaseSamples } from './database-samples.ts'
import { readProcessSamples } from './process-samples.ts'
import { register } from './samples.ts'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]

/** Returns all metrics of this server in the text format of Prometheus, with its processes summed up. */
export async function metricsText(deps: Deps): Promise<string> {
  const shared = new Registry()
  register(shared, await readDatabaseSamples(deps))
  const others = await deps.siblings.ask('metrics')
  const mine = others.length === 0 ? processRegistry(deps) : await sumOf(deps, others)
  return Registry.merge([mine, shared]).metrics()
}

async function sumOf(deps: Deps, others: unknown[]): Promise<Registry> {
  const all = [await processMetrics(deps), ...others]
  // The other processes run the same code, so their answers have the same type.
  return AggregatorRegistry.aggregate(all as Metrics[])
}

/** Returns the metrics of this process as JSON, for the process that answers Prometheus. */
export const processMetrics = (deps: Deps): Promise<Metrics> =>
  processRegistry(deps).getMetricsAsJSON()

function processRegistry(deps: Deps): Registry {
  const current = new Registry()
  register(current, readProcessSamples(deps))
  return Registry.merge([deps.metrics.registry(), current])
}
