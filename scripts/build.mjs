// Builds the app and the server into dist, and stores a hash of the sources beside them.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
/** File with the hash of the sources from which dist was built. */
const hashFile = join(dist, 'built-from')

const SOURCES = [
  'src',
  'sw',
  'server',
  'extension',
  'public',
  'scripts/build.mjs',
  'scripts/build-extension.ts',
  'index.html',
]
const SETTINGS = [
  'package.json',
  'package-lock.json',
  'vite.chunks.ts',
  'vite.config.ts',
  'vite.classes.ts',
  'vite.icons.ts',
  'vite.plugins.ts',
  'vite.server.config.ts',
]

/** Returns whether dist was built from the current sources. */
export function isBuilt() {
  const files = [
    'app/index.html',
    'server/main.js',
    'server/operator.js',
    'extension/files/popup.html',
  ]
  return (
    files.every((file) => existsSync(join(dist, file))) &&
    existsSync(hashFile) &&
    readFileSync(hashFile, 'utf8') === hashSources()
  )
}

/**
 * Builds into draft folders and swaps them in when complete, so that a running server keeps its
 * files.
 */
export async function build() {
  const vite = findVite()
  const mode = process.env.CHANNEL === 'staging' ? 'staging' : 'production'
  const hash = hashSources()
  rmSync(hashFile, { force: true })
  const viteBuild = (...args) => run([vite, 'build', ...args, ...FLAGS])
  await step('app', async (draft) => {
    await viteBuild('--mode', mode, '--outDir', draft)
    await compress(draft)
  })
  await step('server', (draft) => viteBuild('--config', 'vite.server.config.ts', '--outDir', draft))
  await step('extension', (draft) => run(['--import', 'tsx', 'scripts/build-extension.ts', draft]))
  writeFileSync(hashFile, hash)
}

function findVite() {
  try {
    const at = createRequire(import.meta.url).resolve('vite/package.json')
    return join(dirname(at), 'bin/vite.js')
  } catch {
    throw new Error('The packages that build the app are missing. Run: npm ci')
  }
}

/** Runs one build step and prints its name and duration. */
async function step(name, work) {
  const started = Date.now()
  const draft = join(dist, `.${name}-${process.pid}`)
  process.stdout.write(`Building the ${name} … `)
  try {
    await work(draft)
    swap(draft, join(dist, name))
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`)
}

const FLAGS = ['--logLevel', 'warn', '--emptyOutDir']

function run(args) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(output.trim() || `The build ended with ${code}.`)),
    )
  })
}

function swap(draft, place) {
  const old = `${draft}.old`
  if (existsSync(place)) renameSync(place, old)
  renameSync(draft, place)
  rmSync(old, { recursive: true, force: true })
}

const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])
/** Minimum size of files to compress. */
const MIN_COMPRESSED_BYTES = 1024

/** Compresses files at build time instead of for each response. */
async function compress(folder) {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  for (const path of filesIn(folder).filter((path) => COMPRESSIBLE.has(extname(path)))) {
    const bytes = readFileSync(path)
    if (bytes.length < MIN_COMPRESSED_BYTES) continue
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, best))
    writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

function hashSources() {
  const hash = createHash('sha256')
  hash.update(process.env.CHANNEL ?? '').update(process.env.VITE_ENDPOINT_ROOT ?? '')
  const files = [...SOURCES, ...SETTINGS].map((name) => join(root, name)).filter(existsSync)
  for (const path of files.flatMap(filesIn)) {
    if (/\.test\.tsx?$/.test(path)) continue
    hash.update(`\0${path.slice(root.length)}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function filesIn(path) {
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.map((entry) => join(entry.parentPath, entry.name)).sort()
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}
