import type { MirrorStorage } from '../store/storage.ts'

export type MirrorRequest = { method: string; url: string; headers: Headers }
type Write = (storage: MirrorStorage, body: unknown, request: MirrorRequest) => Promise<void>

export type Route = {
  method: string
  path: RegExp
  write: Write
  /** Updates the local copy after a 404. */
  gone?: (storage: MirrorStorage, request: MirrorRequest) => Promise<void>
}

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}'

export const pathPattern = (root: string, pattern: string) =>
  new RegExp(`${root}${pattern.replaceAll(':uuid', UUID)}/?$`, 'i')

/** Returns the last id in the address. */
export const idFromUrl = ({ url }: MirrorRequest) =>
  new URL(url).pathname.match(new RegExp(UUID, 'gi'))?.at(-1)?.toLowerCase() ?? ''
