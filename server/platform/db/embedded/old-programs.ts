import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { canReach, type Account } from './account.ts'
import { completeLinks } from './binaries.ts'

/** Returns the folder where Debian and Ubuntu install a major version. */
const debianFolder = (major: string) => `/usr/lib/postgresql/${major}/bin`
const VERSION_TIMEOUT_MS = 10_000

/**
 * Returns the folder of the programs of another major version: the configured one or Debian's.
 * Returns null if they cannot be used.
 */
export function findOldPrograms(
  major: string,
  account: Account | null,
  named: string | null,
): string | null {
  const folder = named ?? debianFolder(major)
  // An unpacked npm package lacks the links that its install script creates.
  if (named !== null) completeLinks(join(folder, '..'))
  const program = join(folder, 'postgres')
  return majorOf(program) === major && canReach(program, account) ? folder : null
}

function majorOf(program: string): string | null {
  try {
    const output = execFileSync(program, ['--version'], {
      encoding: 'utf8',
      timeout: VERSION_TIMEOUT_MS,
    })
    return /\(PostgreSQL\) (\d+)/.exec(output)?.[1] ?? null
  } catch {
    return null
  }
}
