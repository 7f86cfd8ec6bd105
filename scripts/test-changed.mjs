// Runs the unit and server tests that a change can affect: those that import a changed file, and
// those that check the repository itself. Compares with the last commit, or with the commit on the
// command line.
import { execFileSync, spawn } from 'node:child_process'

const [base = 'HEAD'] = process.argv.slice(2)

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]
// Tests of the repository read files without importing them, so they always run.
const repositoryTests = git('ls-files', 'tests/*.test.ts').filter((file) =>
  /^tests\/[^/]+$/.test(file),
)

if (changed.length === 0) {
  process.stdout.write(`Nothing has changed since ${base}.\n`)
} else {
  const projects = ['unit*', 'server'].flatMap((name) => ['--project', name])
  const args = [
    'related',
    '--run',
    '--passWithNoTests',
    ...projects,
    ...changed,
    ...repositoryTests,
  ]
  const child = spawn('node_modules/.bin/vitest', args, { stdio: 'inherit' })
  child.on('close', (code) => process.exit(code ?? 1))
}
