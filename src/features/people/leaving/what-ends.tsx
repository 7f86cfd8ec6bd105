import { BrowserIcon } from '@phosphor-icons/react/Browser'
import { LinkSimpleIcon } from '@phosphor-icons/react/LinkSimple'
import { UserCircleIcon } from '@phosphor-icons/react/UserCircle'
import { WalletIcon } from '@phosphor-icons/react/Wallet'
import type { ReactNode } from 'react'
import { count, money } from '#app/formats.ts'
import { LATE_EARNINGS_MONTHS, type DeletionPreview } from '#contract/people/leaving.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Icon } from '#ui/icon.ts'
import css from './deletion.module.css'

/** Shows what the deletion of this account ends, as of today. */
export function WhatEnds({ preview }: { preview: DeletionPreview }) {
  const { slug, available, coming } = preview
  return (
    <ul className={`${css.ends} stack`} aria-label="What ends">
      <Links preview={preview} />
      {slug !== null && (
        <End
          icon={BrowserIcon}
          title="Your page goes offline"
          text={`At once. Nobody else gets its name, ${slug}.`}
        />
      )}
      {available + coming > 0 && <Money preview={preview} />}
    </ul>
  )
}

function Links({ preview: { links, domains } }: { preview: DeletionPreview }) {
  if (links === 0 && domains === 0)
    return (
      <End
        icon={UserCircleIcon}
        title="Your account is removed"
        text="With its settings and statistics."
      />
    )
  if (links === 0)
    return (
      <End
        icon={LinkSimpleIcon}
        title={domains === 1 ? 'Your own domain stops working' : 'Your own domains stop working'}
        text="Visitors see an error page."
      />
    )
  return (
    <End
      icon={LinkSimpleIcon}
      title={links === 1 ? '1 link stops working' : `${count(links)} links stop working`}
      text={`Visitors see that the link is gone.${domainsText(domains)}`}
    />
  )
}

const domainsText = (domains: number) =>
  domains === 0 ? '' : domains === 1 ? ' So does your own domain.' : ' So do your own domains.'

/**
 * Shows what happens to the money. None is lost: available money can be paid out with the request,
 * even below the minimum, and pending money is announced by mail later.
 */
function Money({ preview: { available, coming, paypal_email } }: { preview: DeletionPreview }) {
  const later =
    coming > 0
      ? `${money(coming)} is still on its way. We mail you when it is ready, for ${LATE_EARNINGS_MONTHS} months.`
      : ''
  if (available === 0)
    return <End icon={WalletIcon} title="Money on its way stays yours" text={later} />
  const now =
    paypal_email === null
      ? 'Redeem it first, or we ask by mail where it should go.'
      : 'Have it sent below, whatever the amount.'
  return (
    <End
      icon={WalletIcon}
      tone="danger"
      title={`${money(available)} is still in your wallet`}
      text={`${now} ${later}`.trim()}
      action={<ButtonLink href={paths.walletRequests}>Redeem</ButtonLink>}
    />
  )
}

type EndProps = { icon: Icon; title: string; text: string; tone?: 'danger'; action?: ReactNode }

const End = ({ icon: Icon, title, text, tone, action }: EndProps) => (
  <li className={css.end}>
    <span className={`${css.sign} disc`} data-tone={tone}>
      <Icon size={22} aria-hidden />
    </span>
    <div className={css.words}>
      <b className={css.title}>{title}</b>
      <span className={`${css.text} hint`}>{text}</span>
    </div>
    {action}
  </li>
)
