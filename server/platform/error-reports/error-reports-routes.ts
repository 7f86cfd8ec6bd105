import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { MAX_REPORT_BYTES, readEnvelope, storeReport } from './error-reports.ts'
import type { AppEnv } from '../../env.ts'
import { ThrottledError } from '../http/errors.ts'
import { clientAddressGroup, countAttempt } from '../http/throttle.ts'

/** Receives error reports of the app when no external service is configured. Mounted at /sentry. */
export const sentry = new Hono<AppEnv>().post('/api/:project{\\d+}/envelope', async (c) => {
  const { deps } = c.var
  if (deps.config.sentryDsn !== 'self') throw new HTTPException(404)
  await countAttempt(deps, { limit: 'reportsByAddress', of: clientAddressGroup(c) })
  if (Number(c.req.header('content-length') ?? 0) > MAX_REPORT_BYTES) throw new HTTPException(413)
  const text = await c.req.text()
  if (Buffer.byteLength(text) > MAX_REPORT_BYTES) throw new HTTPException(413)
  const report = readEnvelope(text)
  if (!report) throw new HTTPException(400)
  if (!(await storeReport(deps.config.dataDir, report))) throw new ThrottledError(3600)
  if (report.events.length > 0) deps.log.warn('the app reported an error', { id: report.id })
  return c.json({ id: report.id ?? null })
})
