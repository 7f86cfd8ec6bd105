import type { ServerResponse } from 'node:http'

/** Client that opens a stream. */
export type StreamClient = {
  userId: string
  sessionId: string
  /** `Last-Event-ID` as received. */
  after: string | undefined
  headers: Record<string, string>
}

export type ChatStreams = {
  /** Number of open streams. */
  readonly count: number
  /** Answers with a stream, or throws if it cannot be opened. */
  open(response: ServerResponse, reader: StreamClient): Promise<void>
  /** Ends all streams and refuses new ones. */
  end(): void
  stop(): Promise<void>
}
