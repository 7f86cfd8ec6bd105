import { GlobeSimpleIcon } from '@phosphor-icons/react/GlobeSimple'
import type { CustomDomain } from '#contract/page/domains.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DomainLabel, CheckProgress } from './domain-label.tsx'
import { DomainMenu } from './domain-menu.tsx'
import { stateOf } from './domain-state.ts'
import css from './domains.module.css'
import type { DomainActions } from './use-domain-actions.ts'

type DomainRowProps = { domain: CustomDomain; now: number; actions: DomainActions }

/** Shows one domain with its state and the next step. */
export function DomainRow({ domain, now, actions }: DomainRowProps) {
  const state = stateOf(domain, now)
  const { detail, help, needsRecords } = state
  const isOver = ['failed', 'suspended'].includes(domain.status) || domain.problem === 'taken'
  const page = paths.editDomain(String(domain.id))
  return (
    <li className={css.row}>
      <span className={css.sign} aria-hidden>
        <GlobeSimpleIcon size={22} />
      </span>
      <a className={css.name} href={page}>
        {shownHost(domain.domain)}
      </a>
      <p className={`${css.state} hint`}>
        <DomainLabel state={state} />
        <span className="num">{detail}</span>
      </p>
      <CheckProgress state={state} />
      {help && <p className={`${css.help} hint`}>{help}</p>}
      {(isOver || needsRecords) && (
        <div className={css.next}>
          {isOver && (
            <Button
              size="md"
              aria-label={`Check ${shownHost(domain.domain)} again`}
              busy={actions.busy === domain.id}
              onClick={() => void actions.check(domain)}
            >
              Check again
            </Button>
          )}
          {needsRecords && (
            <ButtonLink
              size="md"
              variant={isOver ? 'quiet' : 'line'}
              href={page}
              aria-label={`Show the records of ${shownHost(domain.domain)}`}
            >
              Show the records
            </ButtonLink>
          )}
        </div>
      )}
      <div className={css.more}>
        <DomainMenu domain={domain} actions={actions} />
      </div>
    </li>
  )
}
