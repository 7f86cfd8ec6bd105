import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run demo` leaves a file of this name in its DATA_DIR; whoever serves that folder says so everywhere. */
export const SAMPLE_DATA_FILE = 'sample-data.json'

export const isSampleData = (dataDir: string) => existsSync(join(dataDir, SAMPLE_DATA_FILE))
