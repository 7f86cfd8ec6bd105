import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'

/** Where the bytes of pictures live. Names are ours, and what lies under one never changes. */
export type Storage = {
  put(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** Null when nothing has that name. */
  read(name: string): Promise<Buffer | null>
  /** Nothing has that name afterwards, whether something had before or not. */
  remove(name: string): Promise<void>
}

/** The disk of this machine, unless the operator named a store for all of them. */
export const createStorage = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage =>
  s3 ? s3Storage(s3) : diskStorage(join(dataDir, 'media'))
