import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { canReach, type Account } from './account.ts'
import { completeLinks } from './binaries.ts'

/** Where Debian and Ubuntu put each major version beside the others. */
const debians = (major: string) => `/usr/lib/postgresql/${major}/bin`
const ASKED_MS = 10_000

/** The folder of the programs of another major version: the one that is named, or Debian's; null without. */
export function findOldPrograms(
  major: string,
  account: Account | null,
  named: string | null,
): string | null {
  const folder = named ?? debians(major)
  // As npm unpacks it, without what its own script adds.
  if (named !== null) completeLinks(join(folder, '..'))
  const program = join(folder, 'postgres')
  return majorOf(program) === major && canReach(program, account) ? folder : null
}

function majorOf(program: string): string | null {
  try {
    const said = execFileSync(program, ['--version'], { encoding: 'utf8', timeout: ASKED_MS })
    return /\(PostgreSQL\) (\d+)/.exec(said)?.[1] ?? null
  } catch {
    return null
  }
}
