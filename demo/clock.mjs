// Loaded into the server that the sample is made with, and only there: clicks of last week have to come
// through the redirect like any other. Only what is answered with the server's own clock moves.
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
