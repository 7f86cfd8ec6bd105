// Builds the browser extension into dist/extension: its files, and a package for each browser.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { build } from 'vite'
import { PACKAGES } from '../extension/package/manifest.ts'
import { packageFile, packExtension } from '../extension/package/package.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = (name: string) => join(root, 'extension', name)

/** Oldest browsers that the manifest allows. */
const TARGETS = ['chrome123', 'firefox142']
/** Oldest Chrome as Lightning CSS writes versions: the major version in the third byte. */
const CSS_TARGETS = { chrome: 123 << 16 }
const ICON_SIZES = [16, 32, 48, 128]

/** Builds the files that all packages share into `folder`. */
export async function buildExtension(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: source(''),
    logLevel: 'warn',
    publicDir: false,
    base: './',
    css: { transformer: 'lightningcss', lightningcss: { targets: CSS_TARGETS } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: TARGETS,
      modulePreload: false,
      cssMinify: 'lightningcss',
      rolldownOptions: {
        input: Object.fromEntries(
          ['popup.html', 'options.html', 'background.ts'].map((name) => [name, source(name)]),
        ),
        output: {
          entryFileNames: ({ name }) => `${name.replace(/\.\w+$/, '')}.js`,
          chunkFileNames: '[name].js',
          assetFileNames: '[name].[ext]',
        },
      },
    },
  })
  await buildContentScript(folder, source('signed-in.ts'))
  await drawIcons(folder)
}

/** Builds the content script separately, because browsers load it as a script without imports. */
async function buildContentScript(folder: string, entry: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: TARGETS,
      lib: { entry, formats: ['iife'], name: 'signedIn', fileName: () => 'signed-in.js' },
    },
  })
}

async function drawIcons(folder: string): Promise<void> {
  const icon = join(root, 'public/icons/icon.svg')
  for (const size of ICON_SIZES)
    // oxlint-disable-next-line no-await-in-loop -- four small pictures
    await sharp(icon, { density: 288 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(folder, `icon-${size}.png`))
}

/** Builds the extension and writes its packages for the installation at `origin`. */
async function buildPackages(folder: string, origin: string): Promise<void> {
  const files = join(folder, 'files')
  await mkdir(files, { recursive: true })
  await buildExtension(files)
  for (const browser of PACKAGES) {
    // oxlint-disable-next-line no-await-in-loop -- two packages
    const bytes = await packExtension(files, browser, origin)
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(join(folder, packageFile(browser)), bytes)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist/extension'))
  await buildPackages(folder, process.env['APP_ORIGIN'] ?? 'http://localhost:8080')
}
