/** Returns the time in a UUIDv7, which is in its first 48 bits, in milliseconds since 1970. */
export const timeOfUuid = (id: string): number =>
  Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
