/** Values of a span: names, ids of the server and numbers, never personal data or secrets. */
export type SpanValues = Record<string, string | number>

export type SpanStart = {
  name: string
  kind: 'request' | 'job' | 'database' | 'fetch'
  values: SpanValues
}

/** Part of a trace: a piece of work with its time. */
export type OpenSpan = {
  add(values: SpanValues): void
  rename(name: string): void
  fail(): void
}

export type Tracer = {
  /** Returns whether the present code is part of a trace. */
  isInside(): boolean
  run<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>
}

const noSpan: OpenSpan = { add: () => {}, rename: () => {}, fail: () => {} }

let tracer: Tracer | null = null

/** Sets the tracer of this process; null for none. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** Runs work that begins a trace. Without a tracer it only runs the work. */
export const traced = <T>(
  start: () => SpanStart,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> => (tracer ? tracer.run(start(), work) : work(noSpan))

/** Runs work as a part of a trace, if there is one. Work on its own is not worth a trace. */
export const tracedInside = <T>(
  start: () => SpanStart,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> => (tracer?.isInside() ? tracer.run(start(), work) : work(noSpan))
