import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * File that `npm run demo` writes to its DATA_DIR. A server with this file marks everything as
 * sample data.
 */
export const SAMPLE_DATA_FILE = 'sample-data.json'

export const isSampleData = (dataDir: string) => existsSync(join(dataDir, SAMPLE_DATA_FILE))
