import type { Pool } from 'pg'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { createCounts, type Counts } from './counts.ts'
import { RecentTimes } from './recent-times.ts'

export type Metrics = {
  counts: Counts
  /** Times from requests for short links to the end of their redirects. */
  redirectTimes: RecentTimes
  /** Records the duration of a request that a route has answered. */
  observeRequest(labels: { area: string; status: string }, seconds: number): void
  /** Pool of connections for jobs. */
  backgroundPool: Pool
  /**
   * Returns the metrics of requests and of the Node runtime. The latter are collected from the first
   * call on, so a server without Prometheus does not collect them.
   */
  registry(): Registry
}

/** Limits of the duration of requests, in seconds. Prometheus counts the requests below each. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates the metrics of one server process. */
export function createMetrics(backgroundPool: Pool): Metrics {
  const registry = new Registry()
  const counts = createCounts()
  const requests = new Histogram({
    name: 'split_http_request_duration_seconds',
    help: 'Requests answered by routes, without short links and cached pages.',
    labelNames: ['area', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  let hasRuntime = false
  return {
    counts,
    redirectTimes: new RecentTimes(),
    observeRequest: (labels, seconds) => requests.observe(labels, seconds),
    backgroundPool,
    registry() {
      if (!hasRuntime) collectRuntime(registry)
      hasRuntime = true
      return registry
    },
  }
}

/** Gauges of the library that are named like counters, which `promtool check metrics` refuses. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

function collectRuntime(registry: Registry) {
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
}
