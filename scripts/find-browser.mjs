// Finds or installs the browser for the end-to-end tests, and prints what it did.
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import {
  installedProgram,
  installFromDebian,
  isProgram,
  programFromSetting,
  tryRun,
} from './programs.mjs'

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns `{ path, how }`. Throws an error that says what to do if there is none. */
export function findBrowser({ install = true } = {}) {
  return (
    programFromSetting('E2E_BROWSER') ??
    fromPlaywright() ??
    installed() ??
    (install ? installOne() : none())
  )
}

function fromPlaywright() {
  const path = chromium.executablePath()
  return isProgram(path) ? { path, how: "Playwright's own" } : undefined
}

function installed() {
  const path = installedProgram(NAMES, MAC)
  return path ? { path, how: 'already installed' } : undefined
}

function installOne() {
  if (tryRun('npx', ['playwright', 'install', 'chromium'])) {
    const own = fromPlaywright()
    if (own) return { ...own, how: 'installed by Playwright just now' }
  }
  installFromDebian(['chromium'])
  const debian = installed()
  return debian ? { ...debian, how: 'installed from Debian just now' } : none()
}

function none() {
  throw new Error(
    'No Chromium or Chrome found. Install one (Debian: apt-get install chromium), or name it in E2E_BROWSER.',
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, how } = findBrowser()
  process.stdout.write(`${path}\n(${how})\n`)
}
