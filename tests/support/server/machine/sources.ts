import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../hosts/certificate.ts'

const ARCHIVE = '/dist/v22.21.1/node-v22.21.1-linux-x64.tar.xz'

/** Git repository with the current files of this project, to clone from. */
export class Repository {
  readonly path: string

  constructor(path: string) {
    this.path = path
    execFileSync('git', ['init', '--quiet', '--bare', path], { env: ENV })
    this.#git('add', '--all')
    this.addVersion()
  }

  /** Adds a commit with the same files. */
  addVersion() {
    this.#git('commit', '--quiet', '--allow-empty', '--message', 'a version')
  }

  head = () => this.#git('rev-parse', 'HEAD')

  #git = (...args: string[]) =>
    execFileSync('git', [`--git-dir=${this.path}`, `--work-tree=${process.cwd()}`, ...args], {
      env: ENV,
    })
      .toString()
      .trim()
}

/** Environment without the user's git settings. */
const ENV = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'test',
  GIT_AUTHOR_EMAIL: 'test@people.example',
  GIT_COMMITTER_NAME: 'test',
  GIT_COMMITTER_EMAIL: 'test@people.example',
}

/** Starts a site in place of nodejs.org. Its archive has the file names of the real one. */
export async function startNodesSite() {
  const packed = packNode()
  const site = createServer(makeCertificate(), (request, response) => {
    response.writeHead(request.url === ARCHIVE ? 200 : 404).end(packed)
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const { port } = site.address() as AddressInfo
  return {
    /**
     * Content of `~/.curlrc` that redirects the host name to this site and accepts its test
     * certificate.
     */
    curlrc: `connect-to = "nodejs.org:443:127.0.0.1:${port}"\ninsecure\n`,
    stop: () => void site.close(),
  }
}

function packNode(): Buffer {
  const home = mkdtempSync(join(tmpdir(), 'split-test-node-'))
  const folder = join(home, 'node-v22')
  for (const name of ['bin', 'lib/node_modules/npm'])
    mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['LICENSE', 'README.md', 'bin/node', 'lib/node_modules/npm/package.json'])
    writeFileSync(join(folder, name), name)
  try {
    execFileSync('tar', ['-cJf', join(home, 'node.tar.xz'), '-C', home, 'node-v22'])
    return readFileSync(join(home, 'node.tar.xz'))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
