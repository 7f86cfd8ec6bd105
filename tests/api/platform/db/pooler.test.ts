import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../../server/platform/config/config.ts'
import { openDatabase } from '../../../../server/platform/db/open.ts'
import { isPooledByTransaction } from '../../../../server/platform/db/pooler.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { createTestDatabase } from '#support/server/test-database.ts'
import { startTransactionPooler } from '#support/server/hosts/transaction-pooler.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const database = await forThisFile(createTestDatabase())
const pooler = await forThisFile(startTransactionPooler(database.address))

test('a transaction pooler is refused with one line', async () => {
  const config = readConfig({ DATABASE_URL: pooler.url })
  const opening = openDatabase(config, createLog('error'))
  await expect(opening).rejects.toThrow(ConfigError)
  await expect(opening).rejects.toThrow(
    /^DATABASE_URL leads to a pooler in transaction mode, .*\.$/,
  )
})

test('PostgreSQL itself is accepted', async () => {
  expect(await isPooledByTransaction(database.address)).toBe(false)
})
