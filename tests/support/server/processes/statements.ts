import { Client } from 'pg'
import { vi } from 'vitest'

const isOurs = (query: unknown): query is { text: string } =>
  typeof query === 'object' && query !== null && 'text' in query && 'types' in query

/**
 * Records the statements that the servers of this test send from now on, without those of the queue
 * and the listener.
 */
export function watchStatements() {
  const asked = vi.spyOn(Client.prototype, 'query')
  return {
    texts: () =>
      asked.mock.calls.flatMap(([query]: unknown[]) => (isOurs(query) ? [query.text] : [])),
    forget: () => void asked.mockClear(),
    stop: () => asked.mockRestore(),
  }
}
