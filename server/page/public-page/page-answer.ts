import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageViews, Visit } from './page-views.ts'

export type PageRequest = Visit & { acceptEncoding: string; ifNoneMatch: string }
export type PageAnswer = { status: number; headers: string[]; body: Buffer | null }

/** Public documents, served from memory. */
export type ServedPages = {
  /** Answers the request if the page is cached. Returns false otherwise. */
  handle(req: IncomingMessage, res: ServerResponse): boolean
  answer(name: string, request: PageRequest): Promise<PageAnswer>
  /** Clears the cache, so that every page is rendered again. */
  clear(): void
  stop(): void
}

/** Published pages of creators, with a count of their views. */
export type PublicPages = Omit<ServedPages, 'stop'> & {
  views: PageViews
  stop(): Promise<void>
}
