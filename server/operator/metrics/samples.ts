import { Counter, Gauge, type Registry } from 'prom-client'

/** One measured value with its labels. */
export type Sample = { labels?: Record<string, string>; value: number }

/** Metric whose values are read when Prometheus asks. Names of counters end with `_total`. */
export type SampledMetric = {
  name: string
  help: string
  samples: Sample[]
  /** Way to combine the values of several processes; the sum if left out. */
  aggregator?: 'sum' | 'max'
}

/** Returns a metric with one value and no labels. */
export const single = (name: string, help: string, value: number): SampledMetric => ({
  name,
  help,
  samples: [{ value }],
})

/** Returns a metric with one value per key of `values`. */
export const labelled = (
  name: string,
  help: string,
  label: string,
  values: Record<string, number>,
): SampledMetric => ({
  name,
  help,
  samples: Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value })),
})

/** Adds the values to a registry that is used for one answer. Metrics without values are left out. */
export function register(registry: Registry, metrics: SampledMetric[]): void {
  for (const one of metrics.filter(({ samples: all }) => all.length > 0)) {
    const { name, help, samples, aggregator = 'sum' } = one
    const labelNames = Object.keys(samples[0]?.labels ?? {})
    const options = { name, help, labelNames, registers: [registry], aggregator }
    if (name.endsWith('_total')) {
      const counter = new Counter(options)
      for (const { labels = {}, value } of samples) counter.inc(labels, value)
    } else {
      const gauge = new Gauge(options)
      for (const { labels = {}, value } of samples) gauge.set(labels, value)
    }
  }
}
