import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CustomDomain } from '#contract/page/domains.ts'
import { fakeApi, type Answer } from './fake-api.ts'

const ROOT = '/v1/users/me/links/domains/custom/'
export const LIST = `GET ${ROOT}`
export const ADD = `POST ${ROOT}`
export const editCall = ({ id }: CustomDomain) => `PATCH ${ROOT}${id}/`
export const removeCall = ({ id }: CustomDomain) => `DELETE ${ROOT}${id}/`
export const checkCall = ({ id }: CustomDomain) => `POST ${ROOT}${id}/reset_validation_counter/`

const HOUR_MS = 60 * 60 * 1000
let ids = 10

/** Returns a domain that was checked a while ago and is due again in four minutes. */
export function aDomain(domain: string, more: Partial<CustomDomain> = {}): CustomDomain {
  ids += 1
  return {
    id: ids,
    domain,
    zone: domain.split('.').slice(-2).join('.'),
    status: 'pending',
    problem: 'cname',
    validation_counter: 3,
    max_validations: 10,
    dns: { type: 'CNAME', name: domain, value: 'go.split.example' },
    txt: { type: 'TXT', name: `_split.${domain}`, value: 'split-verify=7f2c41d09ab6e3' },
    is_main: false,
    links: 0,
    last_checked_at: new Date(Date.now() - HOUR_MS).toISOString(),
    next_check_at: new Date(Date.now() + 4 * 60_000 - 1000).toISOString(),
    ...more,
  }
}

export const active = (domain: string, more: Partial<CustomDomain> = {}) =>
  aDomain(domain, { status: 'active', problem: null, validation_counter: 0, ...more })

/** Imitates the server with these domains. */
export const serveDomains = (domains: CustomDomain[], more: Record<string, Answer> = {}) =>
  fakeApi({ [LIST]: { results: domains }, ...more })

export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }))

/** Chooses an item from the menu of a domain. */
export async function choose({ domain }: CustomDomain, item: string) {
  await press(`More for ${domain}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** Returns queries for the row of a domain in the list. */
export async function domainRow(name: string) {
  const link = await screen.findByRole('link', { name })
  const item = link.closest('li')
  if (!item) throw new Error('no row')
  return within(item)
}
