import { VERSIONS } from '#contract/app-constants.ts'

export const VERSION = import.meta.env['VITE_VERSION'] ?? VERSIONS.production
export const CHANNEL = import.meta.env['VITE_CHANNEL'] ?? 'production'
