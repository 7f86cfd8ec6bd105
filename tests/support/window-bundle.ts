import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = process.cwd()
const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/happy-dom/package.json'), 'utf8'),
) as { version: string }

/**
 * Path of the simulated browser as one file. Inside node_modules, so that it is treated as a
 * package.
 */
export const WINDOW_BUNDLE = join(root, `node_modules/.cache/split-test/happy-dom-${version}.mjs`)

/**
 * Bundles the simulated browser. Loading its 600 files for each test file would take as long as
 * many tests.
 */
export async function setup() {
  if (existsSync(WINDOW_BUNDLE)) return
  // Imported here, because modules that only need the path should not load Vite.
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
        // The library uses the names of its classes.
        output: { entryFileNames: 'happy-dom.mjs', codeSplitting: false, keepNames: true },
      },
    },
  })
  renameSync(join(own, 'happy-dom.mjs'), WINDOW_BUNDLE)
  rmSync(own, { recursive: true })
}
