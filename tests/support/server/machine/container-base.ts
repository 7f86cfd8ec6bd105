import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { installedProgram } from '../../../../scripts/programs.mjs'

/** Programs that npm, a shell step of the Dockerfile and PostgreSQL use. */
const PROGRAMS = ['node', 'sh', 'env', 'find', 'mkdir', 'rm']
/** Packages whose libraries Debian's smallest image has, and programs in npm packages use. */
const LIBRARIES = ['libc6', 'libgcc-s1', 'libstdc++6']
/** Files of this machine for name resolution and encrypted connections to the npm registry. */
const FILES = ['/etc/nsswitch.conf', '/etc/ssl/certs/ca-certificates.crt']

/**
 * Returns files of this machine that together replace the official image of Node: its node and npm
 * and the libraries that Debian's small image has too. Builds need no registry of images then.
 */
export function nodeImageFiles(): { from: string; to: string }[] {
  const programs = PROGRAMS.map((name) => installedProgram([name]) ?? name)
  const packaged = execFileSync('dpkg', ['-L', ...LIBRARIES], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.so(\.\d+)*$/.test(path))
  const libraries = new Set([...packaged, ...programs.flatMap(librariesOf)])
  const npm = dirname(dirname(realpathSync(installedProgram(['npm']) ?? 'npm')))
  return [
    ...programs.map((path) => ({ from: path, to: `/usr/bin/${path.split('/').at(-1)}` })),
    ...[...libraries, ...FILES].filter(existsSync).map((path) => ({ from: path, to: path })),
    { from: npm, to: '/usr/lib/node_modules/npm' },
  ]
}

/** Returns the libraries of a program under the names by which it finds them. */
function librariesOf(program: string): string[] {
  const output = execFileSync('ldd', [program], { encoding: 'utf8' })
  return [...output.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)
}

/** Accounts of the official image of Node. */
export const ACCOUNTS = `root:x:0:0:root:/root:/bin/sh
node:x:1000:1000::/home/node:/bin/sh
`
