import ky, { type KyResponse, type Options } from 'ky'
import * as v from 'valibot'
import { ACCOUNT_HEADER, IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#contract/app-constants.ts'
import { APP_HEADERS } from './app-headers.ts'
import { announceFailure, reportCall, recordResponse, reportOutcome } from './call-listeners.ts'
import { currentSession } from './credentials.ts'
import { takeEarlyAnswer } from './early-request.ts'
import { endpointRoot } from './endpoint.ts'
import { ApiError, isCancelled, toApiError } from './error.ts'
import { isServerAnswer } from './is-ours.ts'

const TIMEOUT_MS = 20_000

/** Options of calls whose caller shows the failure itself or ignores it. */
export const quiet = { context: { quiet: true } } satisfies Options

/** Options of calls whose answer is a picture or a PDF. */
export const pictureOptions = { context: { quiet: true, picture: true } } satisfies Options

/** Options of a call that changes something, with its idempotency key. */
export type Keyed = Options & { key: string }

/** Adds the idempotency key: the server runs all requests with the same key only once. */
export const withKey = ({ key, ...options }: Partial<Keyed>): Options =>
  key ? { ...options, headers: { [IDEMPOTENCY_HEADER]: key } } : options

function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call = input instanceof Request ? takeOrFetch(input, init) : fetch(input, init)
  const type = input instanceof Request ? input.headers.get('Content-Type') : null
  if (!type?.startsWith('multipart/')) reportCall(call)
  return call
}

const takeOrFetch = async (request: Request, init?: RequestInit) =>
  (await takeEarlyAnswer(request)) ?? fetch(request, init)

export const http = ky.create({
  fetch: send,
  timeout: TIMEOUT_MS,
  // A silent retry would turn one failure into several requests and show the dialog late.
  retry: 0,
  headers: APP_HEADERS,
  hooks: {
    init: [(options) => void (options.prefix = endpointRoot())],
    beforeRequest: [({ request }) => sign(request)],
    afterResponse: [({ request, response, options }) => checkResponse(request, response, options)],
    beforeError: [({ error, options }) => toReportedError(error, isQuiet(options))],
  },
})

async function sign(request: Request): Promise<void> {
  const session = await currentSession()
  if (session && !request.headers.has(TOKEN_HEADER))
    request.headers.set(TOKEN_HEADER, session.token)
  if (session?.account !== undefined && !request.headers.has(ACCOUNT_HEADER))
    request.headers.set(ACCOUNT_HEADER, session.account)
}

/**
 * A successful answer with a web page comes from a captive portal, not from our server, and counts
 * as no answer.
 */
async function checkResponse(
  request: Request,
  response: KyResponse,
  options: CallContext,
): Promise<void> {
  const isExpected = options.context?.['picture'] === true ? isPicture : isServerAnswer
  if (response.ok && !isExpected(response)) throw new ApiError('unknown')
  reportOutcome('reached')
  await recordResponse(request, response)
}

const isPicture = (response: Response) =>
  /^(image\/|application\/pdf)/.test(response.headers.get('Content-Type') ?? '')

type CallContext = { context?: Record<string, unknown> }
const isQuiet = (options: CallContext) => options.context?.['quiet'] === true

function toReportedError(error: unknown, isSilent: boolean): Error {
  if (isCancelled(error)) return error as Error
  const apiError = toApiError(error)
  if (apiError.status === 'unknown') reportOutcome('failed')
  if (!isSilent) announceFailure(apiError)
  return apiError
}

/**
 * Parses the body of an answer. A body that does not match the schema counts as no answer of our
 * server.
 */
export async function parseAnswer<Schema extends v.GenericSchema>(
  call: Promise<KyResponse>,
  schema: Schema,
  options: Options = {},
): Promise<v.InferOutput<Schema>> {
  const response = await call
  try {
    return v.parse(schema, await response.json<unknown>())
  } catch (error) {
    throw toReportedError(error, isQuiet(options))
  }
}

/** Returns the object in `result` of an answer. */
export const parseResult = async <Schema extends v.GenericSchema>(
  call: Promise<KyResponse>,
  schema: Schema,
  options: Options = {},
): Promise<v.InferOutput<Schema>> =>
  (await parseAnswer(call, v.object({ result: schema }), options)).result
