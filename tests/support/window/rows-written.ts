import { vi } from 'vitest'

/** Counts the rows written to a table from now on, until the mocks are restored. */
export function rowsWritten(table: string): () => number {
  let written = 0
  // oxlint-disable-next-line typescript/unbound-method -- it is given its `this` below
  const put = IDBObjectStore.prototype.put as (...row: unknown[]) => IDBRequest<IDBValidKey>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    if (this.name === table) written += 1
    return put.apply(this, row)
  })
  return () => written
}
