// Loaded only into the server that creates the sample data. It moves the server's clock, because
// past clicks must go through the redirect like any other. Only code that uses `Date.now` sees the
// moved time.
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send) {
  const now = Date.now
  let ahead = 0
  Date.now = () => now() + ahead
  process.on('message', ({ shift }) => {
    ahead = shift
    process.send?.({ shift })
  })
}
