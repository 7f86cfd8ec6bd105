import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { APP_NAME } from '#contract/app-constants.ts'
import { manifest, type PackageName } from './manifest.ts'
import { zip } from './zip.ts'

/** Returns the name of the file that users download. */
export const packageFile = (browser: PackageName): string => `split-${browser}.zip`

/**
 * Packs the built files of the extension for one browser and one installation. `icons` has icons of
 * the operator by file name.
 */
export async function packExtension(
  folder: string,
  browser: PackageName,
  origin: string,
  icons: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const name of await readdir(folder))
    // oxlint-disable-next-line no-await-in-loop -- about ten small files
    files.set(name, icons.get(name) ?? (await readNamed(join(folder, name))))
  const text = `${JSON.stringify(manifest(browser, origin), null, 2)}\n`
  files.set('manifest.json', new TextEncoder().encode(text))
  return zip(files)
}

/** Reads a file. The title of a page becomes the name of the product. */
async function readNamed(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path)
  if (!path.endsWith('.html')) return bytes
  const named = bytes.toString().replace(/<title>[^<]*/, () => `<title>${APP_NAME}`)
  return new TextEncoder().encode(named)
}
