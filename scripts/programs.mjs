// Looks for programs on this machine, and installs them where that is possible without asking.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these names that is on the path, or the first of these files that is there. */
export function installedProgram(names, files = []) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...files].find(isProgram)
}

/** What a setting names; one that names no program is a mistake, and ends the search. */
export function programFromSetting(setting) {
  const path = process.env[setting]
  if (!path) return undefined
  if (!isProgram(path)) throw new Error(`${setting} is set to ${path}, which is no program.`)
  return { path, how: `named by ${setting}` }
}

/** True if Debian's packages may be installed here; then it has tried. */
export function installFromDebian(packages) {
  if (!isDebian() || process.getuid?.() !== 0) return false
  tryRun('apt-get', ['update'])
  return tryRun('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
}

export function tryRun(program, args) {
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

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
