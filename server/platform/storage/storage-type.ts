/** Storage for picture files. The server chooses the names; the content of a name never changes. */
export type Storage = {
  put(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** Returns null if the name does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Deletes the name. Does nothing if it does not exist. */
  remove(name: string): Promise<void>
}
