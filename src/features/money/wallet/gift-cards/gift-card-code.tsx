import { CalendarBlankIcon } from '@phosphor-icons/react/CalendarBlank'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { useState } from 'react'
import type { RedemptionDetail } from '#contract/money/wallet.ts'
import { IconButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import css from './gift-card-code.module.css'

type Card = Pick<RedemptionDetail, 'code' | 'pin' | 'terms'>

/** Shows the code of a gift card in large type, and its PIN on request. Only its owner sees it. */
export function GiftCardCode({ card: { code, pin, terms } }: { card: Card }) {
  const [open, setOpen] = useState(false)
  if (code === null) return null
  return (
    <section aria-label="Gift card">
      <dl className={css.card}>
        <dt>Code</dt>
        <dd className={css.value}>
          <code translate="no">{code}</code>
          <CopyButton text={code} label="Copy code" />
        </dd>
        {pin !== null && (
          <>
            <dt>PIN</dt>
            <dd className={css.value}>
              {open ? (
                <code translate="no">{pin}</code>
              ) : (
                <>
                  <code translate="no" aria-hidden="true">
                    ••••
                  </code>
                  <span className="vh">Hidden</span>
                </>
              )}
              <IconButton
                label={open ? 'Hide PIN' : 'Show PIN'}
                icon={open ? EyeSlashIcon : EyeIcon}
                onClick={() => setOpen(!open)}
              />
              {open && <CopyButton text={pin} label="Copy PIN" />}
            </dd>
          </>
        )}
      </dl>
      {terms && (
        <p className={`${css.terms} hint`}>
          <CalendarBlankIcon size={18} aria-hidden />
          <span>{terms}</span>
        </p>
      )}
    </section>
  )
}
