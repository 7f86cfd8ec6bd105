import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { remoteAddressOf } from '../../platform/http/client-address.ts'
import { purposeOf } from '../../redirect/request-headers.ts'
import type { PageAnswer, PageRequest } from './page-answer.ts'

/** Returns the data of a framework request that a cached document needs. */
export function requestOf(c: Context<AppEnv>): PageRequest {
  const header = (name: string) => c.req.header(name) ?? ''
  return {
    isHead: c.req.method === 'HEAD',
    remote: remoteAddressOf(c) ?? '',
    forwardedFor: header('x-forwarded-for'),
    userAgent: header('user-agent'),
    purpose: purposeOf(header),
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: header('if-none-match'),
  }
}

export function respond({ status, headers, body }: PageAnswer): Response {
  const pairs = headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [],
  )
  return new Response(body && new Uint8Array(body), { status, headers: pairs })
}
