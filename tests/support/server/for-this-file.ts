import { afterAll } from 'vitest'

/** Waits for a service to start and stops it after the tests of the file. */
export async function forThisFile<Service extends { stop(): unknown }>(
  starting: Promise<Service>,
): Promise<Service> {
  const service = await starting
  afterAll(() => service.stop())
  return service
}
