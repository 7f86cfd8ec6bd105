import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { RunningServer } from './running-server.ts'

const HASHED = /-([\w-]{8})\.(js|css|woff2|svg|png)$/
const DATABASE = /this\.version\((\d+)\)\.stores/g
const TEXT = /\.(js|css|html|webmanifest)$/

/**
 * Two servers with a next release of the app. The second has a newer version of the database in the
 * browser.
 */
export class Releases {
  private constructor(
    readonly next: RunningServer,
    readonly nextDatabase: RunningServer,
    readonly dirs: string[],
  ) {}

  static async make(env: Record<string, string>): Promise<Releases> {
    const dirs: string[] = []
    const serve = async (options?: Options) => {
      const dir = await mkdtemp(join(tmpdir(), 'split-build-'))
      dirs.push(dir)
      await cp('dist/app', dir, { recursive: true })
      await releaseNext(dir, options)
      return RunningServer.start({ ...env, DIST_DIR: dir })
    }
    return new Releases(await serve(), await serve({ newDatabase: true }), dirs)
  }

  async remove() {
    for (const server of [this.next, this.nextDatabase]) await server.remove()
    for (const dir of this.dirs) await rm(dir, { recursive: true, force: true })
  }
}

type Options = { newDatabase?: boolean }

/**
 * Turns the copy into the next release: the same app with other names for all hashed files. The old
 * files are removed, as on a server that keeps only one build.
 */
async function releaseNext(app: string, { newDatabase = false }: Options = {}) {
  const files = (await readdir(app, { recursive: true })).map((name) => join(app, name))
  for (const file of files.filter((name) => /\.(br|gz)$/.test(name))) await rm(file)
  const hashed = files.filter((file) => HASHED.test(file))
  const names = new Map(hashed.map((file) => [basename(file), nextName(basename(file))]))
  for (const file of files.filter((name) => TEXT.test(name))) {
    let text = await readFile(file, 'utf8')
    for (const [from, to] of names) text = text.replaceAll(from, to)
    if (file.endsWith('index.html'))
      text = text.replace('</head>', '<meta name="build" content="next"></head>')
    if (basename(file) === 'sw.js') text = withNewShell(text)
    if (newDatabase) text = withNewDatabase(text)
    await writeFile(file, text)
  }
  for (const file of hashed)
    await rename(file, file.replace(basename(file), names.get(basename(file)) ?? ''))
}

const nextName = (name: string) =>
  name.replace(
    HASHED,
    (_, hash: string, ext: string) => `-${hash.slice(4)}${hash.slice(0, 4)}.${ext}`,
  )

/** Changes the revision of index.html in the precache list. */
function withNewShell(worker: string): string {
  const next = worker
    .replace(/(url:"index\.html",revision:")[^"]+/, '$1next')
    .replace(/("?revision"?:")[^"]+("?,"?url"?:"index\.html")/, '$1next$2')
  if (next === worker) throw new Error('no index.html in the precache list')
  return next
}

/** Increases the newest database version in this script. Migrations from older versions stay. */
function withNewDatabase(script: string): string {
  const newest = Math.max(...[...script.matchAll(DATABASE)].map(([, version]) => Number(version)))
  return script.replaceAll(`this.version(${newest}).stores`, `this.version(${newest + 1}).stores`)
}
