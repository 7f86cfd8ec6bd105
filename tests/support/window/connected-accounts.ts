import type { ConnectedAccount } from '#contract/people/connected-accounts.ts'
import { fakeApi, type Answer } from './fake-api.ts'

const ROOT = '/v2/my/connected_accounts/'
export const LIST = `GET ${ROOT}`
export const SETTINGS = 'GET /v1/settings'
export const ADD_INSTAGRAM = `POST ${ROOT}add_instagram_by_code/`
export const editCall = ({ id }: ConnectedAccount) => `PATCH ${ROOT}${id}/`
export const removeCall = ({ id }: ConnectedAccount) => `DELETE ${ROOT}${id}/`

export const IG: ConnectedAccount = {
  id: 4,
  account_type: 1,
  account_name: 'ana.example',
  account_url: 'https://www.instagram.com/ana.example',
  avatar_url: '/media/ana.webp',
  is_active: true,
  connected_at: '2026-11-03T10:00:00.000Z',
}
export const FB: ConnectedAccount = {
  ...IG,
  id: 5,
  account_type: 2,
  account_name: 'Ana Example',
  account_url: null,
  avatar_url: null,
}

export const NO_IDS = {
  ig_app_id: null,
  fb_app_id: null,
  fb_api_version: null,
  ig_authorize_url: null,
  ig_scopes: null,
  fb_authorize_host: null,
}
export const IDS = {
  ig_app_id: '1001',
  fb_app_id: '2002',
  fb_api_version: 'v24.0',
  ig_authorize_url: 'https://ig.example/oauth/authorize',
  ig_scopes: 'instagram_business_basic',
  fb_authorize_host: 'https://fb.example',
}

/** Imitates the server with these connected accounts. */
export const serveAccounts = (accounts: ConnectedAccount[], more: Record<string, Answer> = {}) =>
  fakeApi({ [LIST]: { results: accounts }, [SETTINGS]: { login: IDS }, ...more })
