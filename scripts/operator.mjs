// Runs the operator's command line. It never builds, because a server may be running from this
// build.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.mjs'

if (existsSync(join(root, 'dist/server/operator.js'))) {
  await import('../dist/server/operator.js')
} else {
  process.stderr.write('The server is not built yet. Run: npm run build\n')
  process.exitCode = 1
}
