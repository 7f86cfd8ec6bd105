import { createServer } from 'node:http'
import { listenLocally } from './listen.ts'

export type SearchEngine = {
  settings: { url: string; key: string }
  /** Received requests, without host. */
  requests: URL[]
  /** Answer to all further requests, or a function that returns it. */
  answer: { status?: number; body?: string } | ((url: URL) => object)
  stop(): Promise<void>
}

/** Starts a local web search engine with Google's API. */
export async function startSearchEngine(): Promise<SearchEngine> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://engine.example')
    engine.requests.push(url)
    const { answer } = engine
    const { status = 200, body = '{}' } =
      typeof answer === 'function' ? { body: JSON.stringify(answer(url)) } : answer
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  const { origin, stop } = await listenLocally(server)
  const engine: SearchEngine = {
    settings: { url: `${origin}/v1?cx=engine-1`, key: 'key-of-the-search' },
    requests: [],
    answer: () => ({ items: [] }),
    stop,
  }
  return engine
}
