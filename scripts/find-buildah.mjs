// Finds or installs buildah, which builds the container image in tests.
import { findOrInstall, tryRun } from './programs.mjs'

/** Returns `{ path }`, or undefined if it cannot be installed or may not mount file systems here. */
export function findBuildah() {
  const found = findOrInstall('BUILDAH', 'buildah')
  return found && tryRun('unshare', ['--mount', '--pid', '--fork', 'true']) ? found : undefined
}
