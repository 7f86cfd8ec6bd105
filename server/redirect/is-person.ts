import type { IncomingMessage } from 'node:http'
import { agentOf, isPrefetch } from './clicks/kinds.ts'
import type { RequestHeaders } from './request-headers.ts'

/** Returns whether a person sees the answer to a request. Programs, prefetches and HEAD do not count. */
export const isPerson = (
  { method }: IncomingMessage,
  { userAgent, purpose }: RequestHeaders,
): boolean => method !== 'HEAD' && !isPrefetch(purpose) && agentOf(userAgent).kind === 'human'
