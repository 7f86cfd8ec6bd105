import { readdirSync } from 'node:fs'

const IS_SOURCE = /\.(?:tsx?|mjs|css)$/

/** Returns the paths of all code and style files below the folders. */
export const sourceFiles = (...folders: string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => IS_SOURCE.test(file))
