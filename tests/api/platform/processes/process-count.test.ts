import { expect, test } from 'vitest'
import {
  embeddedConnections,
  processesWithin,
  wantedProcesses,
} from '../../../../server/platform/processes/process-count.ts'

const GB = 1024 ** 3
const embedded = { cores: null, databaseUrl: null }
const own = { cores: null, databaseUrl: 'postgresql://db.example/split' }

const count = (cores: number, memory = 64 * GB) => wantedProcesses(embedded, { cores, memory })

test('a core is left to the embedded database, and a small machine keeps one process', () => {
  expect([1, 2, 3, 4, 16].map((cores) => count(cores))).toEqual([1, 1, 2, 3, 15])
  // Half a gigabyte for each process.
  expect([0.4, 1, 2, 4].map((gigabytes) => count(16, gigabytes * GB))).toEqual([1, 2, 4, 8])
})

test('all cores are used if the database has a machine of its own, and CORES decides everywhere', () => {
  const machine = { cores: 4, memory: 64 * GB }
  expect(wantedProcesses(own, machine)).toBe(4)
  for (const place of [
    'localhost',
    '127.0.0.1:5433',
    '[::1]',
    'x/split?host=%2Frun%2Fpostgresql',
  ]) {
    const databaseUrl = `postgresql://split@${place}`
    expect(wantedProcesses({ cores: null, databaseUrl }, machine), place).toBe(3)
  }
  expect(wantedProcesses({ ...own, cores: 2 }, machine)).toBe(2)
  expect(wantedProcesses({ ...embedded, cores: 8 }, { cores: 1, memory: GB })).toBe(8)
})

test('the connections of the database limit the number of processes', () => {
  expect([0, 24, 43, 44, 64, 97].map(processesWithin)).toEqual([1, 1, 1, 2, 3, 4])
  for (const count of [1, 2, 16])
    expect(processesWithin(embeddedConnections(count))).toBeGreaterThanOrEqual(count)
})
