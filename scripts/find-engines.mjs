// Finds or installs Firefox and WebKit for the `engines` stage.
import { installedProgram, installFromDebian, programFromSetting } from './programs.mjs'

/** `screen` is the display server for a browser without a headless mode. */
const ENGINES = [
  {
    name: 'Firefox',
    setting: 'E2E_FIREFOX',
    programs: ['firefox-esr', 'firefox'],
    files: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: ['firefox-esr'],
  },
  {
    name: 'WebKit',
    setting: 'E2E_WEBKIT',
    programs: ['WebKitWebDriver'],
    screen: 'Xvfb',
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
]

/** Returns settings for the found browsers, a line about each, and the names of missing ones. */
export function findEngines() {
  const absent = ENGINES.filter((engine) => !found(engine))
  const installedNow = absent.length > 0 && installFromDebian(absent.flatMap((one) => one.packages))
  const env = {}
  const lines = []
  const missing = []
  for (const engine of ENGINES) {
    const program = found(engine)
    if (!program) {
      missing.push(engine.name)
      continue
    }
    env[engine.setting] = program.path
    const isNew = installedNow && absent.includes(engine)
    const how = isNew ? 'installed from Debian just now' : program.how
    lines.push(`${engine.name}: ${program.path} (${how})`)
  }
  return { env, lines, missing }
}

function found({ setting, programs, files, screen }) {
  if (screen && !installedProgram([screen])) return undefined
  const named = programFromSetting(setting)
  if (named) return named
  const path = installedProgram(programs, files)
  return path && { path, how: 'already installed' }
}
