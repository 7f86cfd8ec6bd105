// Finds or installs buildah, which builds the container image in tests.
import { installedProgram, installFromDebian, programFromSetting, tryRun } from './programs.mjs'

/** Returns `{ path }`, or undefined if it cannot be installed or may not mount file systems here. */
export function findBuildah() {
  const found = programFromSetting('BUILDAH') ?? pathOf(installedOrNew())
  return found && tryRun('unshare', ['--mount', '--pid', '--fork', 'true']) ? found : undefined
}

const installedOrNew = () =>
  installed() ?? (installFromDebian(['buildah']) ? installed() : undefined)
const installed = () => installedProgram(['buildah'])
const pathOf = (path) => path && { path }
