import { BellIcon } from '@phosphor-icons/react/Bell'
import { FileTextIcon } from '@phosphor-icons/react/FileText'
import { GlobeSimpleIcon } from '@phosphor-icons/react/GlobeSimple'
import { listCustomDomains } from '#api/page/domains.ts'
import { getStaticPages } from '#api/help.ts'
import { count } from '#app/formats.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { serverAddress } from '#http/endpoint.ts'
import { paths } from '#paths.ts'
import { ListLink } from '#ui/list-row.tsx'
import { useSavedNotificationSettings } from './use-notification-settings.ts'

/** Shows whether any notifications are sent, by push or mail. */
export function NotificationsRow() {
  const { value } = useSavedNotificationSettings({ isSecondary: true })
  return (
    <ListLink
      icon={BellIcon}
      href={paths.notificationSettings}
      label="Notifications"
      help="Sales, clicks, messages"
      value={value && (value.push || value.email ? 'On' : 'Off')}
    />
  )
}

export function DomainsRow() {
  const { value } = useAnswer('custom domains', listCustomDomains, {
    copy: true,
    isSecondary: true,
  })
  return (
    <ListLink
      icon={GlobeSimpleIcon}
      href={paths.domains}
      label="Custom domains"
      help="Short links on your own name"
      value={value && value.length > 0 ? count(value.length) : undefined}
    />
  )
}

/**
 * Shows a link to the terms if the operator has written some, otherwise to the privacy page, whose footer
 * links to the others.
 */
export function TermsRow() {
  const { value } = useAnswer('static pages', getStaticPages, { copy: true, isSecondary: true })
  const hasTerms = value?.some(({ slug }) => slug === 'terms') ?? false
  return (
    <ListLink
      icon={FileTextIcon}
      href={serverAddress(hasTerms ? '/terms' : '/privacy')}
      label={hasTerms ? 'Terms and privacy' : 'Privacy'}
    />
  )
}
