// Builds the app and server if necessary, then runs the server in this process.
import { build, isBuilt } from './build.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node.js 20.19 or newer is needed, this is ${process.versions.node}.\n`)
  process.exit(1)
}

if (!isBuilt()) {
  await build().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}
await import('../dist/server/main.js')
