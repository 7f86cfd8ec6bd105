import type { ServerSettings } from '#contract/people/session.ts'
import { NO_IDS } from './connected-accounts.ts'

export const someSettings = (more: Partial<ServerSettings> = {}): ServerSettings => ({
  login: NO_IDS,
  push: { server_key: '', channel: 'production' },
  short_link_host: 'https://split.example',
  app_host: 'https://app.example',
  product: { slug: 'split', name: 'Split' },
  uploads: { max_bytes: 1 },
  features: { mail: false, sms: false, paypal: false, websearch: false },
  error_reporting: null,
  ...more,
})
