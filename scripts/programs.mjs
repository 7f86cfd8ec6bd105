// Finds programs on this machine, and installs Debian packages if it runs as root.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the first of these programs in PATH, or else the first of these files that exists. */
export function installedProgram(names, files = []) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...files].find(isProgram)
}

/**
 * Returns the program whose path is in this environment variable; undefined if it is not set.
 * Throws if the path is not a program.
 */
export function programFromSetting(setting) {
  const path = process.env[setting]
  if (!path) return undefined
  if (!isProgram(path))
    throw new Error(`${setting} is set to ${path}, which is not an executable file.`)
  return { path, how: `named by ${setting}` }
}

/**
 * Returns `{ path }` of a program: named by a setting, installed, or installed now from the Debian
 * package. `files` are places outside of PATH. Undefined if it cannot be installed.
 */
export function findOrInstall(setting, program, { debianPackage = program, files = [] } = {}) {
  const named = programFromSetting(setting)
  if (named) return named
  const installed = () => installedProgram([program], files)
  const path = installed() ?? (installFromDebian([debianPackage]) ? installed() : undefined)
  return path && { path }
}

/** Installs Debian packages. Returns false if this is not Debian, not root, or it failed. */
export function installFromDebian(packages) {
  if (!isDebian() || process.getuid?.() !== 0) return false
  tryRun('apt-get', ['update'])
  return tryRun('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
}

export function tryRun(program, args) {
  process.stdout.write(`Running ${program} ${args.join(' ')}\n`)
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
