import type { BrowserClient } from '@sentry/browser'
import type { ApiError } from '#http/error.ts'
import type { ServerSettings } from '#contract/people/session.ts'
import type * as Sentry from './sentry.ts'

type ReportTarget = NonNullable<ServerSettings['error_reporting']>

const ACCEPT_TIMEOUT_MS = 5000

/** Reports contain only the error: no user, address, header, body or query. */
const COLLECT_NOTHING = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
  graphQL: { document: false, variables: false },
  genAI: { inputs: false, outputs: false },
  mcp: { inputs: false, outputs: false },
  databaseQueryData: false,
  queues: false,
  stackFrameVariables: false,
}

type Reporter = { capture: (error: unknown) => Promise<string | null> }

let reporter: Promise<Reporter> | null = null

/** Loads the error reporter if the operator has configured one. Without it, reports do nothing. */
export function startReporting(target: ServerSettings['error_reporting']): void {
  if (!target) return
  reporter ??= load(target)
  // A failed load is not reported as an error. The next start retries.
  reporter.catch(() => (reporter = null))
}

/** Reports a failure. Returns its event id, or null unless the report was accepted. */
export async function report(error: unknown): Promise<string | null> {
  if (!reporter || !isWorthReporting(error)) return null
  try {
    return await (await reporter).capture(error)
  } catch {
    return null
  }
}

/** Returns whether to report an error. 401 and 404 are not reported. */
export function isWorthReporting(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'ApiError') return true
  const { status } = error as ApiError
  return status === 'unknown' ? navigator.onLine : status !== 401 && status !== 404
}

/**
 * Returns whether a failure belongs to the form that sent the call: field errors, or a conflict
 * with another change.
 */
export const isForForm = ({ status, body, data }: ApiError) =>
  (status === 400 && Object.keys(body.errors ?? {}).length > 0) ||
  (status === 409 && typeof data === 'object' && data !== null && 'conflict' in data)

async function load({ dsn, tunnel }: ReportTarget): Promise<Reporter> {
  const sentry = await import('./sentry.ts')
  const client = sentry.init({
    dsn,
    ...(tunnel ? { tunnel } : {}),
    release: import.meta.env.VITE_VERSION,
    environment: import.meta.env.VITE_CHANNEL,
    defaultIntegrations: false,
    integrations: [
      sentry.globalHandlersIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.dedupeIntegration(),
      sentry.eventFiltersIntegration(),
    ],
    dataCollection: COLLECT_NOTHING,
    sendClientReports: false,
    beforeSend: (event, hint) => (isWorthReporting(hint.originalException) ? event : null),
  }) as BrowserClient | undefined
  return { capture: async (error) => (client ? capture(sentry, client, error) : null) }
}

/**
 * Reports an error and waits for the server's answer, because the SDK returns an id even for events
 * that it does not send.
 */
function capture(
  sentry: typeof Sentry,
  client: BrowserClient,
  error: unknown,
): Promise<string | null> {
  return new Promise((resolve) => {
    const sent = new Map<string | undefined, boolean>()
    let id: string | undefined
    const stop = client.on('afterSendEvent', (event, { statusCode = 0 }) => {
      sent.set(event.event_id, statusCode >= 200 && statusCode < 300)
      settle()
    })
    const timer = setTimeout(() => finish(null), ACCEPT_TIMEOUT_MS)
    id = sentry.captureException(error)
    settle()

    function settle() {
      const accepted = id && sent.get(id)
      if (accepted !== undefined) finish(accepted && id ? id : null)
    }
    function finish(result: string | null) {
      clearTimeout(timer)
      stop()
      resolve(result)
    }
  })
}
