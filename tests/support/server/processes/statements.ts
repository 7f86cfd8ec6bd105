import { Client } from 'pg'
import { vi } from 'vitest'

const isOurs = (query: unknown): query is { text: string } =>
  typeof query === 'object' && query !== null && 'text' in query && 'types' in query

/** What the servers of this test ask their databases from now on; the queue and the listener aside. */
export function watchStatements() {
  const asked = vi.spyOn(Client.prototype, 'query')
  return {
    texts: () =>
      asked.mock.calls.flatMap(([query]: unknown[]) => (isOurs(query) ? [query.text] : [])),
    forget: () => void asked.mockClear(),
    stop: () => asked.mockRestore(),
  }
}
