/** Store of picture files. Names are chosen by us; the bytes of a name never change. */
export type Storage = {
  put(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** Returns null if the name does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Deletes the name. Does nothing if it does not exist. */
  remove(name: string): Promise<void>
}
