import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

/** Downloads the package for a browser from the server. */
async function download(origin: string, browser: string): Promise<Uint8Array> {
  const answer = await fetch(`${origin}/extension/split-${browser}.zip`)
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Downloads a package into a file and returns its path. */
export async function downloadPackage(
  origin: string,
  browser: string,
  folder: string,
): Promise<string> {
  const path = join(folder, `split-${browser}.zip`)
  await writeFile(path, await download(origin, browser))
  return path
}

/** Downloads a package and unpacks it into a folder, whose path it returns. */
export async function unpackPackage(
  origin: string,
  browser: string,
  folder: string,
): Promise<string> {
  const reader = new ZipReader(new Uint8ArrayReader(await download(origin, browser)))
  const target = join(folder, 'extension')
  await mkdir(target)
  for (const entry of await reader.getEntries())
    if (!entry.directory)
      await writeFile(join(target, entry.filename), await entry.getData(new Uint8ArrayWriter()))
  return target
}
