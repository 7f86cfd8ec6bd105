import { afterAll, expect, vi } from 'vitest'
import { notifyExportReady } from '../../../server/people/activity/activity.ts'
import { createPushSender } from '../../../server/people/push/push-sender.ts'
import type { PushPayload } from '#contract/people/devices.ts'
import { allJobsDone } from './links/extraction.ts'
import type { Person } from './people.ts'
import { startPushService, type Subscription } from './hosts/push-service.ts'
import { createTestServer, type TestServer } from './test-app.ts'

/** Starts a server that sends push messages to a local push service. */
export async function startPushServer() {
  // Silent log, because failures are expected.
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const server = await createTestServer({ log })
  const service = await startPushService()

  async function trust({ deps }: TestServer) {
    await deps.push.close()
    deps.push = createPushSender({ ...deps, ca: service.ca })
  }
  await trust(server)
  await server.deps.jobs.start()
  /** Creates a notification that is also pushed. */
  const exported = (id: number, person: Person) =>
    server.deps.db.transaction((tx) =>
      notifyExportReady(tx, { userId: person.uuid, id, name: 'Your links', rows: 3 }),
    )
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })

  return {
    server,
    service,
    trust,

    async browserOf(person: Person, at = service.subscribe()): Promise<Subscription> {
      await person.send('POST', '/v1/wp/', { ...at.json, browser: 'CHROME' })
      return at
    },

    exported,

    /** Creates a notification and waits until its push message was sent or refused. */
    async push(id: number, person: Person) {
      await exported(id, person)
      await allJobsDone(server)
    },

    arrived: (messages: number) =>
      vi.waitFor(() => expect(service.received).toHaveLength(messages), { timeout: 15_000 }),

    read: (browser: Subscription, index = 0) =>
      browser.open(service.received[index]?.body ?? Buffer.alloc(0)) as PushPayload,

    devices: async () =>
      (await server.deps.sql`select id from devices`).map((row) => row['id'] as number),

    /** Returns the pending jobs with their attempts and delays in seconds. */
    waiting: async () =>
      server.deps.sql<{ attempts: number; seconds: number }[]>`
        select attempts, extract(epoch from run_at - now())::float8 as seconds
        from graphile_worker._private_jobs`,

    /** Makes the next attempt due at once. */
    async tryAgain() {
      await vi.waitFor(
        async () => {
          const rows = await server.deps.sql`
            update graphile_worker._private_jobs set run_at = now()
            where locked_by is null returning id`
          expect(rows.length).toBeGreaterThan(0)
        },
        { timeout: 10_000 },
      )
    },

    /** Deletes all devices, finishes all jobs and forgets received messages. */
    async clear() {
      await server.deps.sql`delete from devices`
      await server.deps.sql`update graphile_worker._private_jobs set run_at = now()`
      await allJobsDone(server)
      service.received.length = 0
      service.answers({ status: 201 })
    },
  }
}
