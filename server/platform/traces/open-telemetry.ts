import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../log/log.ts'
import { withTimeout } from '../with-timeout.ts'
import type { TraceSettings } from '../config/config-traces.ts'
import type { OpenSpan, SpanStart, Tracer } from './traces.ts'

/** Maximum time to send spans. A stopping server waits for it. */
const SEND_MS = 2000

const KINDS: Record<SpanStart['kind'], SpanKind> = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  database: SpanKind.CLIENT,
  fetch: SpanKind.CLIENT,
}

/**
 * Opens a tracer that sends spans to a collector (OTLP over HTTP, as JSON). `stop` sends the
 * remaining ones.
 */
export function openTracing(
  { endpoint, headers, service }: TraceSettings,
  version: string,
  log: Log,
): { tracer: Tracer; stop: () => Promise<void> } {
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: SEND_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: logged(exporter, log), exportTimeoutMillis: SEND_MS }),
    ],
  })
  const spans = provider.getTracer('split')
  const tracer: Tracer = {
    isInside: () => trace.getSpan(context.active()) !== undefined,
    run: ({ name, kind, values }, work) => {
      const span = spans.startSpan(name, { kind: KINDS[kind], attributes: values })
      return context.with(trace.setSpan(context.active(), span), () => ending(span, work))
    },
  }
  const stop = async () => {
    await withTimeout(SEND_MS, provider.shutdown(), undefined)
    contexts.disable()
    context.disable()
  }
  return { tracer, stop }
}

/** Runs work and ends its span. An error gives it its name only: messages may contain user data. */
async function ending<T>(span: Span, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  const fail = () => span.setStatus({ code: SpanStatusCode.ERROR })
  try {
    return await work({
      add: (values) => span.setAttributes(values),
      rename: (name) => span.updateName(name),
      fail,
    })
  } catch (error) {
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    fail()
    throw error
  } finally {
    span.end()
  }
}

/** Logs the first of several failures in a row. */
function logged(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isFailing) log.warn('traces: the collector does not take them', { error })
        isFailing = error !== undefined
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
