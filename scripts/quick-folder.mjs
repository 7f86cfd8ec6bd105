// A folder in memory for the temporary files of the tests. They create several hundred databases and
// thousands of small files, and on a disk the file system costs a tenth of the whole run.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'

/** Bytes that must be free. The tests use up to 2 GB at a time, and the programs need memory too. */
const NEEDED = 6e9

/**
 * Creates a folder in memory where the machine has enough of it, otherwise in the usual place. Other
 * users can open it, because some tests run a program as another user.
 */
export function quickFolder(prefix) {
  const inMemory = folderInMemory(prefix)
  const folder =
    inMemory && canRunPrograms(inMemory) ? inMemory : mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755)
  return folder
}

function folderInMemory(prefix) {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (Math.min(bavail * bsize, freemem()) < NEEDED) return undefined
    return mkdtempSync(join(IN_MEMORY, prefix))
  } catch {
    return undefined
  }
}

/** Some machines mount the folder with `noexec`. The tests start programs from it. */
function canRunPrograms(folder) {
  const program = join(folder, 'program')
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    execFileSync(program)
    rmSync(program)
    return true
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return false
  }
}
