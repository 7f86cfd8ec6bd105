// Creates a backup of an earlier commit, for the upgrade test:
// node scripts/leave-release.mjs <commit>
// That commit's own server and test support create the data. Today's `backup` command saves it.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Package that is copied instead of linked, because it looks for database drivers relative to its
 * real path.
 */
const COPIED = 'drizzle-orm'
const root = process.cwd()
const [commit] = process.argv.slice(2)
if (!commit) throw new Error('Usage: node scripts/leave-release.mjs <commit>')

const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })

const home = mkdtempSync(join(tmpdir(), 'split-release-'))
const tree = join(home, 'tree')
try {
  mkdirSync(tree)
  run('tar', ['x', '-C', tree], {
    input: run('git', ['archive', commit], { maxBuffer: 2 ** 30 }),
    stdio: 'pipe',
  })
  // Use today's packages.
  mkdirSync(join(tree, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== COPIED)
      symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name))
  cpSync(join(root, 'node_modules', COPIED), join(tree, 'node_modules', COPIED), {
    recursive: true,
  })
  // Install dependencies that only the old commit has, in a folder above it, where Node.js finds
  // them too.
  const { dependencies } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'))
  const missing = Object.entries(dependencies)
    .filter(([name]) => !existsSync(join(root, 'node_modules', name)))
    .map(([name, version]) => `${name}@${version}`)
  if (missing.length > 0)
    run('npm', [
      'install',
      '--prefix',
      home,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      ...missing,
    ])

  const test = 'tests/api/leave-release.test.ts'
  copyFileSync(join(root, 'tests/support/server/releases/leave-release.ts'), join(tree, test))
  const journal = JSON.parse(
    readFileSync(join(tree, 'server/platform/db/migrations/meta/_journal.json'), 'utf8'),
  )
  const name = `${journal.entries.length}-${commit.slice(0, 7)}.backup`
  const path = join(root, 'tests/support/server/releases', name)
  rmSync(path, { force: true })
  const env = { ...process.env, TODAY: root, LEAVE_AT: path }
  run('npx', ['vitest', 'run', '--project', 'server', '--testTimeout=600000', '--retry=0', test], {
    cwd: tree,
    env,
    stdio: 'inherit',
  })
} finally {
  rmSync(home, { recursive: true, force: true })
}
