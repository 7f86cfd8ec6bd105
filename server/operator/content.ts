import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError, type Config } from '../platform/config/config.ts'
import { applyContent, type Applied } from './content/apply-content.ts'
import { exportContent } from './content/export-content.ts'
import { ContentMistakes, MAX_BYTES } from './content/read-content.ts'
import type { Db } from '../platform/db/client.ts'
import { createMediaStore } from '../people/media/media.ts'
import { loadSecrets } from '../platform/secrets/secrets.ts'
import { createStorage } from '../platform/storage/storage.ts'
import { printable } from './printable.ts'

type Work = (db: Db, config: Config) => Promise<string>

/** Handles `content apply FILE.yaml` and `content export [FILE.yaml]`. */
export function contentCommand([name, what, file, ...rest]: string[]):
  | ((said: { 'dry-run'?: boolean | undefined }) => Work)
  | undefined {
  if (name !== 'content' || rest.length > 0) return undefined
  if (what === 'export') return () => (db, config) => exportToFile(db, config, file)
  if (what !== 'apply' || file === undefined) return undefined
  return (said) => {
    const path = resolve(file)
    const yaml = readYaml(path)
    return async (db, config) => {
      const run = { path, isDry: said['dry-run'] === true }
      try {
        const media = createMediaStore(createStorage(config))
        const secrets = loadSecrets(config.dataDir, process.env)
        return report(await applyContent({ db, media, secrets }, yaml, run), run.isDry)
      } catch (error) {
        if (!(error instanceof ContentMistakes)) throw error
        throw new ConfigError(`${file}: ${error.message}`)
      }
    }
  }
}

function readYaml(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new ConfigError(`There is no file ${path}.`)
  if (found.size > MAX_BYTES)
    throw new ConfigError(`${path} must not be larger than ${MAX_BYTES} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch {
    throw new ConfigError(`${path} must be written in UTF-8.`)
  }
}

function report({ changes, warnings, margin }: Applied, isDry: boolean): string {
  const done = isDry ? 'These changes would be made. Nothing was written.' : 'Done.'
  const lines = [
    ...changes,
    ...warnings.map((warning) => `Warning: ${warning}`),
    // A dry run shows the bonus costs before the operator turns bonuses on.
    ...(isDry ? margin : []),
    changes.length === 0 ? 'Nothing to change.' : done,
  ]
  return lines.map(printable).join('\n')
}

/** Writes the content and its pictures to a folder, or returns the YAML if no file is named. */
async function exportToFile(db: Db, config: Config, file: string | undefined): Promise<string> {
  const { yaml, pictures } = await exportContent(db)
  if (file === undefined) return yaml.trimEnd()
  const media = createMediaStore(createStorage(config))
  const folder = dirname(resolve(file))
  mkdirSync(folder, { recursive: true })
  for (const key of pictures) {
    // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
    const bytes = await media.read(key)
    if (bytes) writeFileSync(join(folder, key), bytes)
  }
  writeFileSync(resolve(file), yaml)
  return `${file} and ${pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`} written.`
}
