// Loaded only into the server that creates the sample data. It moves the server's clock, because
// past clicks must go through the redirect like any other. Only code that uses `Date.now` sees the
// moved time.
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send) {
  const now = Date.now
  let shiftMs = 0
  Date.now = () => now() + shiftMs
  process.on('message', ({ shift }) => {
    shiftMs = shift
    process.send?.({ shift })
  })
}
