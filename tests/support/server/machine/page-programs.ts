import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { installedProgram } from '../../../../scripts/programs.mjs'
import { caddyProgram } from '../hosts/caddy.ts'
import { haproxyProgram } from '../hosts/haproxy.ts'
import { canCluster } from './debians-cluster.ts'

const isMissing = (...names: string[]) =>
  names.some((name) => installedProgram([name], [`/usr/sbin/${name}`]) === undefined)

/**
 * Debian's own PostgreSQL, and Patroni with three etcd at addresses of this machine. Else databases of the
 * tests, and commands for PostgreSQL's account are noted.
 */
export const hasDatabases =
  canCluster() && haproxyProgram !== undefined && !isMissing('etcd', 'patroni', 'patronictl')

/** Debian 12 or 13 that knows its packages: nothing is installed, it only says whether it could be. */
const isDebian =
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8')) &&
  /^VERSION_ID="1[23]"$/m.test(readFileSync('/etc/os-release', 'utf8')) &&
  execFileSync('apt-cache', ['policy', 'curl', 'caddy'])
    .toString()
    .match(/Candidate: \d/g)?.length === 2

/** Every program that the page calls, and whether this machine lacks it. */
export const PROGRAMS: Record<string, boolean> = {
  'apt-get': !isDebian,
  caddy: caddyProgram === undefined,
  cd: false,
  // It fetches what tar has packed.
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
  // It also looks whether the programs of the unit are there.
  'systemd-analyze': isMissing('systemd-analyze') || !existsSync('/usr/bin/node'),
  tar: isMissing('tar', 'xz'),
  useradd: isMissing('useradd') || process.getuid?.() !== 0,
}

export const programOf = (command: string) => command.split(' ', 1)[0] ?? ''
