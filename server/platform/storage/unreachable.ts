/** Temporary failure of the picture storage. A retry may succeed. */
export class StoreUnreachable extends Error {
  override name = 'StoreUnreachable'
}
