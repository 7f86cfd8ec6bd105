import { CheckIcon } from '@phosphor-icons/react/Check'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import type { ReactNode } from 'react'
import { useNow } from '#app/problems/use-now.ts'
import { MAX_VALIDATIONS, type CustomDomain } from '#contract/page/domains.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { importPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { DomainLabel, CheckProgress } from './domain-label.tsx'
import { DomainName } from './domain-name.tsx'
import { DomainRecords } from './domain-records.tsx'
import { stateOf, type DomainState } from './domain-state.ts'
import css from './domains.module.css'
import type { Domains } from './domains.ts'
import { sendRecords } from './records-text.ts'
import type { DomainActions } from './use-domain-actions.ts'

const CLOCK_MS = 15_000

type DomainDetailsProps = {
  domain: CustomDomain
  domains: Domains
  actions: DomainActions
  onRemoved: () => void
}

/** Shows the three setup steps of a domain, and its settings once it is active. */
export function DomainDetails({ domain, domains, actions, onRemoved }: DomainDetailsProps) {
  const bar = useFloating()
  const state = stateOf(domain, useNow(CLOCK_MS))
  const isActive = domain.status === 'active'
  return (
    <div className={`${css.details} stack`}>
      <DomainName domain={domain} domains={domains} />
      {isActive && <DomainStatus state={state} />}
      {isActive && (
        <Switch
          label="Use for new links"
          help="Existing links stay where they are. You can move each in its settings."
          checked={domain.is_main}
          disabled={actions.busy === domain.id}
          onChange={(is_main) => void actions.makeMain(domain, is_main)}
        />
      )}
      <PreviousHost domain={domain} />
      <section className={`${css.step} stack`}>
        <StepHead sign={isActive ? <CheckIcon size={16} weight="bold" /> : 2}>
          {isActive ? 'Its two records' : 'Add these two records'}
        </StepHead>
        <p className={css.lead}>{recordsHint(domain)}</p>
        <DomainRecords domain={domain} />
      </section>
      {!isActive && (
        <section className={`${css.step} stack`} aria-label="Checks">
          <div className={css.stepLine}>
            <span className={css.number} data-later aria-hidden>
              3
            </span>
            <p className={css.lead}>
              We check automatically, up to {MAX_VALIDATIONS} times. It can take an hour.
            </p>
          </div>
          <DomainStatus state={state} />
        </section>
      )}
      <Button
        variant="quiet"
        icon={TrashIcon}
        className={css.remove}
        onClick={() => void actions.remove(domain, onRemoved)}
      >
        Remove this domain
      </Button>
      <div ref={bar} className={`${css.bar} dock-bar`}>
        <Button size="lg" icon={ExportIcon} onClick={() => void sendRecords(domain)}>
          Send to someone
        </Button>
        <Button
          size="lg"
          variant="primary"
          busy={actions.busy === domain.id}
          onClick={() => void actions.check(domain)}
        >
          {domain.status === 'failed' || domain.status === 'suspended'
            ? 'Check again'
            : 'Check now'}
        </Button>
      </div>
    </div>
  )
}

const recordsHint = ({ zone, domain, status }: CustomDomain) =>
  status === 'active'
    ? `Keep both in the DNS of ${zone || domain}. We look once a day.`
    : `Open the DNS settings where you bought ${zone || domain} and paste each line exactly.`

const StepHead = ({ sign, children }: { sign: ReactNode; children: ReactNode }) => (
  <div className={css.stepLine}>
    <span className={css.number} aria-hidden>
      {sign}
    </span>
    <h2 className={css.stepTitle}>{children}</h2>
  </div>
)

/**
 * Shows the state of the domain and what to do next. A live region announces changes after a check.
 */
const DomainStatus = ({ state }: { state: DomainState }) => (
  <div className={`${css.standing} stack`} role="status">
    <p className={`${css.state} hint`}>
      <DomainLabel state={state} />
      <span className="num">{state.detail}</span>
    </p>
    <CheckProgress state={state} />
    {state.help && <p className={`${css.help} hint`}>{state.help}</p>}
  </div>
)

/** Explains how addresses of another link shortener keep working on this domain. */
const PreviousHost = ({ domain: { domain, status } }: { domain: CustomDomain }) => (
  <p className={`${css.previous} hint`}>
    <span>{`Did ${shownHost(domain)} belong to YOURLS, Shlink or Bitly? `}</span>
    <a href={importPath}>Import its links</a>
    <span>
      {status === 'active'
        ? ', and its addresses keep working.'
        : ' before you change its CNAME record, and its addresses keep working.'}
    </span>
  </p>
)
