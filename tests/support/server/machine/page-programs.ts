import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { installedProgram } from '../../../../scripts/programs.mjs'
import { caddyProgram } from '../hosts/caddy.ts'
import { haproxyProgram } from '../hosts/haproxy.ts'
import { canCluster } from './debians-cluster.ts'

const isMissing = (...names: string[]) =>
  names.some((name) => installedProgram([name], [`/usr/sbin/${name}`]) === undefined)

/**
 * Whether Debian's PostgreSQL, Patroni, HAProxy and etcd are installed. Without them, tests use
 * their own databases, and commands for PostgreSQL's account are only recorded.
 */
export const hasDatabases =
  canCluster() && haproxyProgram !== undefined && !isMissing('etcd', 'patroni', 'patronictl')

/**
 * Whether this is Debian 12 or 13 with package lists. Nothing is installed; tests only check
 * whether the packages exist.
 */
const isDebian =
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8')) &&
  /^VERSION_ID="1[23]"$/m.test(readFileSync('/etc/os-release', 'utf8')) &&
  execFileSync('apt-cache', ['policy', 'curl', 'caddy'])
    .toString()
    .match(/Candidate: \d/g)?.length === 2

/** All programs used on the page, and whether each is missing on this machine. */
export const MISSING_PROGRAMS: Record<string, boolean> = {
  'apt-get': !isDebian,
  caddy: caddyProgram === undefined,
  cd: false,
  // Downloads archives packed by tar.
  curl: isMissing('curl', 'tar', 'xz'),
  echo: false,
  git: isMissing('git'),
  haproxy: haproxyProgram === undefined,
  head: false,
  install: false,
  mv: false,
  npm: isMissing('npm'),
  patroni: !hasDatabases,
  patronictl: !hasDatabases,
  pg_dropcluster: !hasDatabases,
  printf: false,
  sed: false,
  'split-operator': false,
  ssh: false,
  su: false,
  systemctl: false,
  // Also checks that the programs named in the unit exist.
  'systemd-analyze': isMissing('systemd-analyze') || !existsSync('/usr/bin/node'),
  tar: isMissing('tar', 'xz'),
  useradd: isMissing('useradd') || process.getuid?.() !== 0,
}

export const programOf = (command: string) => command.split(' ', 1)[0] ?? ''
