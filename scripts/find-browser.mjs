// Finds the browser for the end-to-end tests, or installs one, and says what it did.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Answers `{ path, how }`; throws with one sentence that says what to do. */
export function findBrowser({ install = true } = {}) {
  return fromSetting() ?? fromPlaywright() ?? installed() ?? (install ? installOne() : none())
}

function fromSetting() {
  const path = process.env.E2E_BROWSER
  if (!path) return undefined
  if (!isProgram(path)) throw new Error(`E2E_BROWSER is set to ${path}, which is no program.`)
  return { path, how: 'named by E2E_BROWSER' }
}

function fromPlaywright() {
  const path = chromium.executablePath()
  return isProgram(path) ? { path, how: "Playwright's own" } : undefined
}

function installed() {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const found = [...onPath.flatMap((dir) => NAMES.map((name) => join(dir, name))), ...MAC]
  const path = found.find(isProgram)
  return path ? { path, how: 'already installed' } : undefined
}

function installOne() {
  if (run('npx', ['playwright', 'install', 'chromium'])) {
    const own = fromPlaywright()
    if (own) return { ...own, how: 'installed by Playwright just now' }
  }
  if (isDebian() && process.getuid?.() === 0) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
    const debian = installed()
    if (debian) return { ...debian, how: 'installed from Debian just now' }
  }
  return none()
}

function none() {
  throw new Error(
    'No Chromium or Chrome found. Install one (Debian: apt-get install chromium), or name it in E2E_BROWSER.',
  )
}

function run(program, args) {
  process.stdout.write(`browser: trying ${program} ${args.join(' ')}\n`)
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 10 * 60_000 })
    return true
  } catch {
    return false
  }
}

const isDebian = () =>
  existsSync('/etc/os-release') &&
  /ID(_LIKE)?=.*(debian|ubuntu)/.test(readFileSync('/etc/os-release', 'utf8'))

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, how } = findBrowser()
  process.stdout.write(`${path}\n(${how})\n`)
}
