import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageViews, Visit } from './page-views.ts'

export type PageRequest = Visit & { accepted: string; known: string }
export type PageAnswer = { status: number; headers: string[]; body: Buffer | null }

/** Documents for strangers, from memory. */
export type ServedPages = {
  /** True when the request was for a page at hand, and is answered. */
  handle(req: IncomingMessage, res: ServerResponse): boolean
  answer(name: string, request: PageRequest): Promise<PageAnswer>
  /** Everything is made anew when it is asked for next. */
  clear(): void
  stop(): void
}

/** Those that creators publish, counting who looks. */
export type PublicPages = Omit<ServedPages, 'stop'> & {
  views: PageViews
  stop(): Promise<void>
}
