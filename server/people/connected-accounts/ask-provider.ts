import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { Deps } from '../../env.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import { SECRET_JSON, type FetchLimits } from '../../platform/fetcher/fetch-limits.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'

export type ProviderDeps = Pick<Deps, 'config' | 'log'>

/** Error if the provider is unreachable or its answer is invalid. Becomes a 502. */
export class ProviderFailed extends HTTPException {
  constructor(cause: unknown) {
    super(502, { cause })
  }
}

/** Error if the provider rejects a code (old or used) or a token (expired). */
export class ProviderRefused extends Error {}

type RequestOptions = Pick<FetchLimits, 'method' | 'form' | 'signal'>

/**
 * Sends a request to a provider through the protected fetcher. Provider URLs contain tokens, so
 * errors and logs do not include them.
 */
export async function requestProvider(
  { config, log }: ProviderDeps,
  url: URL,
  options: RequestOptions = {},
): Promise<unknown> {
  try {
    const { body } = await outboundFetcher(config)(url.href, { ...SECRET_JSON, ...options })
    return JSON.parse(body.toString('utf8')) as unknown
  } catch (error) {
    options.signal?.throwIfAborted()
    const status = error instanceof FetchFailure ? error.status : undefined
    if (status === 400 || status === 401)
      throw new ProviderRefused(`${url.host} refused`, { cause: error })
    const reason = error instanceof FetchFailure ? error.reason : 'not JSON'
    log.warn('provider request failed', { host: url.host, path: url.pathname, reason, status })
    throw new ProviderFailed(error)
  }
}

/** Parses a provider's answer. Throws ProviderFailed if it does not match the schema. */
export function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, answer)
  if (!parsed.success) throw new ProviderFailed(new Error('the answer does not match the schema'))
  return parsed.output
}

/** Returns a URL with query parameters. Undefined ones are left out. */
export function withQuery(base: string, query: Record<string, string | undefined>): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url
}
