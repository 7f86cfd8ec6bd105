import type { BrowserClient } from '@sentry/browser'
import type { ApiError } from '#http/error.ts'
import type { ServerSettings } from '#contract/session.ts'
import type * as Sentry from './sentry.ts'

type Target = NonNullable<ServerSettings['error_reporting']>

const ACCEPT_TIMEOUT_MS = 5000

/** Nothing but the error itself: no person, address, header, body or query (D-68). */
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

/** Loads the reporter when the operator wants reports; without it every report is a no-op. */
export function startReporting(target: ServerSettings['error_reporting']): void {
  if (!target) return
  reporter ??= load(target)
  // A reporter that cannot load must not become an error of its own; the next start tries again.
  reporter.catch(() => (reporter = null))
}

/** Sends one failure and answers its event id, or null unless the report was accepted. */
export async function report(error: unknown): Promise<string | null> {
  if (!reporter || !isWorthReporting(error)) return null
  try {
    return await (await reporter).capture(error)
  } catch {
    return null
  }
}

/** Whoever comes here with a failure has found nobody to handle it; 401 and 404 never count. */
export function isWorthReporting(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'ApiError') return true
  const { status } = error as ApiError
  return status === 'unknown' ? navigator.onLine : status !== 401 && status !== 404
}

/** Messages for fields, or what somebody else wrote meanwhile: the form that sent it shows them. */
export const isForForm = ({ status, body, data }: ApiError) =>
  (status === 400 && Object.keys(body.errors ?? {}).length > 0) ||
  (status === 409 && typeof data === 'object' && data !== null && 'conflict' in data)

async function load({ dsn, tunnel }: Target): Promise<Reporter> {
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

/** The SDK gives an id even for what it never sends, so the transport's answer decides. */
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
