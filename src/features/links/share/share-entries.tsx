import { EnvelopeSimpleIcon } from '@phosphor-icons/react/EnvelopeSimple'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { FacebookLogoIcon } from '@phosphor-icons/react/FacebookLogo'
import { WhatsappLogoIcon } from '@phosphor-icons/react/WhatsappLogo'
import { XLogoIcon } from '@phosphor-icons/react/XLogo'
import { runAction } from '#app/failure/run-action.ts'
import type { Icon } from '#ui/icon.ts'
import css from './share-view.module.css'
import {
  canShareNatively,
  shareHref,
  shareNatively,
  type Shared,
  type ShareTarget,
} from './share-targets.ts'

const ENTRIES: { target: ShareTarget; label: string; icon: Icon }[] = [
  { target: 'email', label: 'Email', icon: EnvelopeSimpleIcon },
  { target: 'facebook', label: 'Facebook', icon: FacebookLogoIcon },
  { target: 'twitter', label: 'Twitter', icon: XLogoIcon },
  { target: 'whatsapp', label: 'Whatsapp', icon: WhatsappLogoIcon },
]

export function ShareEntries(shared: Shared) {
  return (
    <ul className={css.entries} aria-label="Share with">
      {ENTRIES.map(({ target, label, icon }) => (
        <li key={target}>
          <a
            href={shareHref(target, shared)}
            {...(target !== 'email' && { target: '_blank', rel: 'noreferrer' })}
          >
            <Sign icon={icon} />
            <span>{label}</span>
          </a>
        </li>
      ))}
      {canShareNatively() && (
        <li>
          <button
            type="button"
            onClick={() => void runAction('open the share sheet', () => shareNatively(shared))}
          >
            <Sign icon={ExportIcon} />
            More
          </button>
        </li>
      )}
    </ul>
  )
}

const Sign = ({ icon: Icon }: { icon: Icon }) => (
  <span className={css.sign}>
    <Icon size={25} aria-hidden />
  </span>
)
