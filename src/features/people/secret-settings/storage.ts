import { count } from '#app/formats.ts'

/**
 * Returns used and available storage. Undefined on insecure pages and in older versions of Safari.
 */
export async function storageEstimate(): Promise<StorageEstimate | undefined> {
  const storage = navigator.storage as StorageManager | undefined
  return storage?.estimate?.().catch(() => undefined)
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${count(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[power]}`
}
