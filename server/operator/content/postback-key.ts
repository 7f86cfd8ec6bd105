import { KeyTaken, setPostbackKey } from '../../money/conversions/postback-keys.ts'
import type { ApplyRun } from './applying.ts'

/**
 * Stores the key with which a brand signs its postbacks. A key that another brand uses is reported
 * as a mistake of the file.
 */
export async function applyPostbackKey(
  { tx, secrets, changes, mistakes }: ApplyRun,
  brand: { id: string; key: string },
  { index, key }: { index: number; key: string },
): Promise<void> {
  try {
    const isNew = await setPostbackKey(tx, secrets, brand.id, key)
    if (isNew) changes.push(`~ brand ${brand.key}: another postback_key`)
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    mistakes.push({ at: ['brands', index, 'postback_key'], what: 'another brand has this key' })
  }
}
