import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { ConfigError } from '../../platform/config/config-error.ts'
import { readArchive, type ArchivePart } from './archive.ts'
import { DamagedBackupError } from './damaged.ts'
import { isSafePath } from './files.ts'
import {
  describePart,
  pathOfPartName,
  fullName,
  Manifest,
  MANIFEST,
  tableOfPartName,
  type Part,
} from './manifest.ts'
import type { Progress } from './progress.ts'

export type BackupFile = { path: string; passphrase: string | null }

/**
 * Reads the whole backup and returns its manifest. Throws a `ConfigError` if the backup is not
 * complete.
 */
export async function verifyBackup(file: BackupFile, progress: Progress): Promise<Manifest> {
  try {
    const parts: Part[] = []
    let manifest: Manifest | undefined
    for await (const part of readArchive(file.path, file.passphrase)) {
      if (manifest) throw new DamagedBackupError('there is data after its end')
      if (part.name === MANIFEST) manifest = readManifest(part)
      else parts.push(describePart(part.name, part.bytes))
      progress('Checking the backup', `${parts.length} parts`)
    }
    if (!manifest) throw new DamagedBackupError('it is truncated')
    compare(manifest, parts)
    return manifest
  } catch (error) {
    throw toUserError(error, file.path)
  }
}

/** Yields the parts of a verified backup. Throws if the file has changed since. */
export async function* readVerifiedParts(
  { path, passphrase }: BackupFile,
  { parts }: Manifest,
): AsyncGenerator<ArchivePart> {
  let nth = 0
  for await (const part of readArchive(path, passphrase)) {
    if (part.name === MANIFEST) continue
    if (!isSame(describePart(part.name, part.bytes), parts[nth]))
      throw new ConfigError(`${path} changed while it was being read.`)
    nth += 1
    yield part
  }
}

function readManifest({ bytes }: ArchivePart): Manifest {
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new DamagedBackupError('its manifest cannot be read')
  }
  const { success, output } = v.safeParse(Manifest, parsed)
  if (success) return output
  const isNewer = v.is(v.object({ format: v.pipe(v.number(), v.minValue(2)) }), parsed)
  if (isNewer)
    throw new ConfigError('This backup was made by a newer version. Restore it with that version.')
  throw new DamagedBackupError('its manifest cannot be read')
}

const isSame = (one: Part, other: Part | undefined) =>
  one.name === other?.name && one.bytes === other.bytes && one.sha256 === other.sha256

function compare({ parts, database }: Manifest, found: Part[]) {
  if (found.length !== parts.length) throw new DamagedBackupError('parts are missing')
  const wrong = found.find((part, nth) => !isSame(part, parts[nth]))
  if (wrong) throw new DamagedBackupError(`the part ${JSON.stringify(wrong.name)} was altered`)
  const tables = new Set(database.tables.map(fullName))
  for (const { name } of found) {
    const [table, path] = [tableOfPartName(name), pathOfPartName(name)]
    const isKnown = table === null ? path !== null && isSafePath(path) : tables.has(table)
    if (!isKnown) throw new DamagedBackupError(`the part ${JSON.stringify(name)} is unknown`)
  }
}

function toUserError(error: unknown, path: string): unknown {
  if (error instanceof DamagedBackupError)
    return new ConfigError(`${path} is not a complete backup: ${error.message}.`)
  const { code } = error as NodeJS.ErrnoException
  if (!existsSync(path)) return new ConfigError(`There is no file ${path}.`)
  if (code === 'EISDIR' || code === 'EACCES')
    return new ConfigError(`${path} cannot be read: ${code}.`)
  return error
}
