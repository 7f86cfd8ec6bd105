import type { InferOutput } from 'valibot'
import { LinkEdit } from '#contract/links/link-edits.ts'
import type { Tx } from '../../platform/db/client.ts'
import { parseVersion } from '../../platform/history/restore.ts'
import { dropLostPicture } from '../../people/media/lost-picture.ts'
import { findBrand } from '../in-network.ts'
import { mayUseDomain } from '../link-domains.ts'
import type { LinkRow } from '../link-rows.ts'

type Values = Record<string, unknown>
type Version = { edit: InferOutput<typeof LinkEdit>; leftOut: string[] }

/** Fields that an edit cannot set to an earlier value, with the reason. */
const NEVER_RESTORED = {
  password: 'The password stays as it is.',
  is_blocked: 'Only the operator can block or unblock a link.',
}

/**
 * Returns the edit that brings back the values of a version, and what it leaves out, in words.
 *
 * @throws FieldError if a value no longer has a valid form.
 */
export async function editOfVersion(tx: Tx, link: LinkRow, values: Values): Promise<Version> {
  const leftOut: string[] = []
  const edit = { ...values }
  const leaveOut = (text: string, field: string) => {
    leftOut.push(text)
    delete edit[field]
  }
  for (const [field, text] of Object.entries(NEVER_RESTORED)) {
    if (field in edit) leaveOut(text, field)
  }
  if (await dropLostPicture(tx, link.userId, edit, PICTURE))
    leftOut.push('The picture no longer exists.')
  const { link_domain_id: domain, url = link.url } = values
  if (typeof domain === 'number' && !(await mayUseDomain(tx, link.userId, domain))) {
    leaveOut('Your links can no longer use the domain.', 'link_domain_id')
  }
  if (values['treat_as_in_network'] === true && !(await findBrand(tx, String(url)))) {
    leaveOut('The shop is not in the network.', 'treat_as_in_network')
  }
  return { edit: parseVersion(LinkEdit, withoutScheme(edit)), leftOut }
}

const PICTURE = [
  'custom_image_upload_id',
  'custom_image_params',
  'thumbnail_params',
  'image_alt',
] as const

/** Marks a URL as complete, so that the server does not correct it. */
const withoutScheme = (edit: Values) => ('url' in edit ? { ...edit, scheme_added: false } : edit)
