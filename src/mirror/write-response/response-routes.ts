import type { MirrorStorage } from '../store/storage.ts'

export type MirrorRequest = { method: string; url: string; headers: Headers }
type Write = (storage: MirrorStorage, body: unknown, asked: MirrorRequest) => Promise<void>

export type Route = {
  method: string
  path: RegExp
  write: Write
  /** What a 404 says about the mirror. */
  gone?: (storage: MirrorStorage, asked: MirrorRequest) => Promise<void>
}

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}'

export const path = (root: string, pattern: string) =>
  new RegExp(`${root}${pattern.replaceAll(':uuid', UUID)}/?$`, 'i')

/** The last id in an address. */
export const idIn = ({ url }: MirrorRequest) =>
  new URL(url).pathname.match(new RegExp(UUID, 'gi'))?.at(-1)?.toLowerCase() ?? ''
