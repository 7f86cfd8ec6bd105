import type { ServerResponse } from 'node:http'

/** Who opens a stream. */
export type Reader = {
  userId: string
  sessionId: string
  /** `Last-Event-ID`, as it came. */
  after: string | undefined
  headers: Record<string, string>
}

export type ChatStreams = {
  /** Answers with a stream, or throws why there is none. */
  open(response: ServerResponse, reader: Reader): Promise<void>
  /** Ends all of them at once, and takes no new one. */
  end(): void
  stop(): Promise<void>
}
