import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manifest, type PackageName } from './manifest.ts'
import { zip } from './zip.ts'

/** Returns the name of the file that users download. */
export const packageFile = (browser: PackageName): string => `split-${browser}.zip`

/** Packs the built files of the extension for one browser and one installation. */
export async function packExtension(
  folder: string,
  browser: PackageName,
  origin: string,
): Promise<Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const name of await readdir(folder))
    // oxlint-disable-next-line no-await-in-loop -- about ten small files
    files.set(name, await readFile(join(folder, name)))
  const text = `${JSON.stringify(manifest(browser, origin), null, 2)}\n`
  files.set('manifest.json', new TextEncoder().encode(text))
  return zip(files)
}
