import { ACCESS, ACCESS_NAMES, type Access } from '#contract/people/members.ts'

/** Returns what a person may do, for example "Edit links and page, view money". */
export function accessText(access: readonly Access[]): string {
  const text = ACCESS.filter((one) => access.includes(one))
    .map((one) => ACCESS_NAMES[one].toLowerCase())
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
