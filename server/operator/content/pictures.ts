import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOAD_MAX_BYTES, UPLOAD_SIZE_TEXT } from '#contract/images/uploads.ts'
import { acceptPicture } from '../../people/media/accept-picture.ts'
import { mediaKey, type MediaStore } from '../../people/media/media.ts'
import { RefusedFile } from '../../people/media/receive.ts'
import type { ContentFile } from './content-file.ts'
import type { Mistake } from './read-content.ts'
import type { Place } from './unknown-keys.ts'

/** Picture named in the file: its key in the store, and its bytes if it is not stored yet. */
export type Picture = { key: string; bytes: Buffer | null }
export type Pictures = ReadonlyMap<string, Picture>

type Source = { folder: string; media: Pick<MediaStore, 'read'> }
type NamedPicture = { name: string; at: Place }

/**
 * Reads all pictures that the file names, each once, with the same checks as user uploads. A
 * picture that was exported from the store is recognized, so that applying an exported file changes
 * nothing.
 */
export async function readPictures(
  content: ContentFile,
  source: Source,
): Promise<{ pictures: Pictures; mistakes: Mistake[] }> {
  const pictures = new Map<string, Picture>()
  const mistakes: Mistake[] = []
  for (const { name, at } of findPictureNames(content)) {
    if (pictures.has(name)) continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      pictures.set(name, await readPicture(name, source))
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error
      mistakes.push({ at, what: error.message })
    }
  }
  return { pictures, mistakes }
}

const FIELDS = ['logo', 'cover', 'image'] as const

function findPictureNames(content: ContentFile): NamedPicture[] {
  const { brands, campaigns, promotions, charities, vendors } = content
  const lists = Object.entries({ brands, campaigns, promotions, charities, vendors })
  return lists.flatMap(([list, entries]) =>
    entries.flatMap(
      (entry: Partial<Record<(typeof FIELDS)[number], string | null | undefined>>, index) =>
        FIELDS.flatMap((field) => {
          const name = entry[field]
          return name ? [{ name, at: [list, index, field] }] : []
        }),
    ),
  )
}

async function readPicture(name: string, { folder, media }: Source): Promise<Picture> {
  const path = join(folder, name)
  if (!existsSync(path)) {
    if (await media.read(name)) return { key: name, bytes: null }
    throw new RefusedFile(`there is no picture ${name} in the folder of the file`)
  }
  if (!statSync(path).isFile()) throw new RefusedFile(`${name} is not a file`)
  if (statSync(path).size > UPLOAD_MAX_BYTES) throw new RefusedFile(UPLOAD_SIZE_TEXT)
  const stored = mediaKey(await readFile(path), 'webp')
  if (await media.read(stored)) return { key: stored, bytes: null }
  const { bytes } = await acceptPicture(path)
  return { key: mediaKey(bytes, 'webp'), bytes }
}
