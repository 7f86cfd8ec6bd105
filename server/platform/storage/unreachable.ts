/** The store of pictures is away or has too much to do: the same succeeds later. */
export class StoreUnreachable extends Error {
  override name = 'StoreUnreachable'
}
