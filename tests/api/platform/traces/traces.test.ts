import { expect, test, vi } from 'vitest'
import { forThisFile } from '#support/server/for-this-file.ts'
import { startMessageServer } from '#support/server/hosts/message-server.ts'
import { emptyPlace } from '#support/server/installations.ts'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { runProcess, startReadyProcess } from '#support/server/processes/process.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}
type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

const KINDS = { server: 2, client: 3, consumer: 5 }

/** Collector that stores what servers send (OTLP over HTTP, as JSON). */
const sent: { path: string; headers: Record<string, unknown>; body: string }[] = []
const collector = await forThisFile(
  startMessageServer((response, { path, headers, body }) => {
    sent.push({ path, headers, body })
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }),
)
const place = await forThisFile(emptyPlace())
const server = await startReadyProcess({
  env: {
    ...place.env,
    ALLOW_PRIVATE_FETCH: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20trace-secret',
    OTEL_SERVICE_NAME: 'split-test',
  },
})

const ana = await signUp(server)
const LAMP = '/lamp?visitor=ana-secret'
const link = await addLink(ana, collector.origin + LAMP)
await ana.get(`/v2/my/links/${link.uuid}/?private=query-secret`)
await server.request('GET', '/multi-connect/set-password?key=key-secret')
await server.request('GET', new URL(link.split_url).pathname)
// The job that reads the product page has begun.
await vi.waitFor(() => {
  if (!sent.some(({ path }) => path === LAMP)) throw new Error('the page was not read')
}, 20_000)
// A stopping server waits for its jobs and sends all spans that are left.
server.kill('SIGTERM')
const code = await server.exit()

const exports = sent
  .filter(({ path }) => path === '/v1/traces')
  .map(({ body }) => JSON.parse(body) as Export)
const spans = exports.flatMap(({ resourceSpans }) =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
)
const valuesOf = ({ attributes }: Span) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
const named = (name: string) => spans.filter((span) => span.name === name)

test('the collector gets the spans with the name of the server and the headers', () => {
  expect(code).toBe(0)
  expect(spans.length).toBeGreaterThan(5)
  const values = exports[0]?.resourceSpans[0]?.resource.attributes
  expect(values).toContainEqual({ key: 'service.name', value: { stringValue: 'split-test' } })
  const [first] = sent.filter(({ path }) => path === '/v1/traces')
  expect(first?.headers['authorization']).toBe('Bearer trace-secret')
})

test('a request has its route, its status and its statements', () => {
  const [request] = named('GET /v2/my/links/:uuid')
  expect(request).toMatchObject({ kind: KINDS.server })
  expect(request?.parentSpanId ?? '').toBe('')
  expect(request && valuesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/v2/my/links/:uuid',
    'http.response.status_code': 200,
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map(({ kind }) => kind)).toContain(KINDS.client)
  expect(statements.map(valuesOf)).toContainEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'select',
    'db.collection.name': 'links',
  })
  expect(statements.every(({ traceId }) => traceId === request?.traceId)).toBe(true)
})

test('a job has its outgoing requests, with the host only', () => {
  const jobs = spans.filter(({ kind }) => kind === KINDS.consumer)
  const fetches = spans.filter((span) => 'server.address' in valuesOf(span))
  expect(fetches.map(valuesOf)).toContainEqual(
    expect.objectContaining({
      'http.request.method': 'GET',
      'server.address': new URL(collector.origin).hostname,
    }),
  )
  const traces = new Set(jobs.map(({ traceId }) => traceId))
  expect(fetches.every(({ traceId }) => traces.has(traceId))).toBe(true)
})

test('redirects are not traced', () => {
  const code = new URL(link.split_url).pathname
  expect(spans.filter(({ name }) => name.includes('/s/') || name.includes(code))).toEqual([])
})

test('no span contains a secret, a query, an address or a name', () => {
  const all = JSON.stringify(spans)
  for (const secret of ['secret', ana.email, ana.token, ana.password, link.uuid, '?', '@'])
    expect(all, secret).not.toContain(secret)
})

test('a collector that is down does not disturb the server', async () => {
  const lonely = await startReadyProcess({
    env: {
      DATABASE_URL: place.env.DATABASE_URL,
      DATA_DIR: place.env.DATA_DIR,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    },
  })
  expect((await lonely.request('GET', '/healthz')).status).toBe(200)
  lonely.kill('SIGTERM')
  expect(await lonely.exit()).toBe(0)
  expect(lonely.output.out + lonely.output.err).toContain('the collector does not take them')
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be a URL like/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
    /^OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,other=value\.$/m,
  ],
])('%o is refused at the start', async (env, message) => {
  const { code, err } = await runProcess({ env: { ...place.env, ...env } })
  expect(code).toBe(1)
  expect(err).toMatch(message)
})
