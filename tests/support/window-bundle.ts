import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = process.cwd()
const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/happy-dom/package.json'), 'utf8'),
) as { version: string }

/** The window of the unit tests as one file; beside the packages, so that it is taken for one. */
export const WINDOW_BUNDLE = join(root, `node_modules/.cache/split-test/happy-dom-${version}.mjs`)

/** Its six hundred files would be read for each file of tests, which takes as long as many of these run. */
export async function setup() {
  if (existsSync(WINDOW_BUNDLE)) return
  // Whoever only asks for the name of the file does without.
  const { build } = await import('vite')
  mkdirSync(dirname(WINDOW_BUNDLE), { recursive: true })
  const own = `${WINDOW_BUNDLE}.${process.pid}`
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'node_modules/happy-dom/lib/index.js'),
      outDir: own,
      rolldownOptions: {
        // Its classes are known by their names.
        output: { entryFileNames: 'happy-dom.mjs', codeSplitting: false, keepNames: true },
      },
    },
  })
  renameSync(join(own, 'happy-dom.mjs'), WINDOW_BUNDLE)
  rmSync(own, { recursive: true })
}
