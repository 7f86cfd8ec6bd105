import { useEffect, useEffectEvent } from 'react'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import {
  SOCIAL_TYPES,
  type SocialLink,
  type SocialTypeName,
} from '#contract/social/social-links.ts'
import { AccountForm } from './account-form.tsx'
import { kindOf, saveEdit, saveNew, useSocialPrefixes } from './social.ts'

type SocialDialogProps = {
  /** Type to add, or number of the link to edit. */
  target: string | undefined
  links: SocialLink[] | undefined
  close: () => void
  changed: () => Promise<void>
}

/** Shows the dialog that adds or edits a social link. */
export function SocialDialog({ target, links, ...ways }: SocialDialogProps) {
  if (target === undefined) return null
  if (isTypeName(target)) return <CreatePopup key={target} name={target} {...ways} />
  const link = links?.find(({ id }) => String(id) === target)
  if (link) return <EditPopup key={target} link={link} {...ways} />
  return links ? <CloseMissing close={ways.close} /> : null
}

const isTypeName = (target: string): target is SocialTypeName => Object.hasOwn(SOCIAL_TYPES, target)

type Ways = Pick<SocialDialogProps, 'close' | 'changed'>

function CreatePopup({ name, ...ways }: Ways & { name: SocialTypeName }) {
  const attempt = useAttemptKeys()
  const kind = kindOf(SOCIAL_TYPES[name], useSocialPrefixes())
  return (
    <AccountForm
      {...ways}
      kind={kind}
      draft={`social-${name}`}
      save={(json) => attempt(json, (key) => saveNew(json, key))}
    />
  )
}

function EditPopup({ link, ...ways }: Ways & { link: SocialLink }) {
  const kind = kindOf(link.account_type, useSocialPrefixes())
  return (
    <AccountForm
      {...ways}
      kind={kind}
      link={link}
      draft={`social-link-${link.id}`}
      save={(json) => saveEdit(link.id, json)}
    />
  )
}

/** Closes the dialog if the address names a link that no longer exists. */
function CloseMissing({ close }: { close: () => void }) {
  const closed = useEffectEvent(close)
  useEffect(() => closed(), [])
  return null
}
