import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = packageRoot(dirname(fileURLToPath(import.meta.url)))
/** Reads a file of the package by its path. */
export const readAsset = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * Returns the nearest folder with a package.json, so that source files and bundles find the same
 * folder.
 */
function packageRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  return packageRoot(dirname(folder))
}
