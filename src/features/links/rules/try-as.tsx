import { ArrowSquareOutIcon } from '@phosphor-icons/react/ArrowSquareOut'
import { ClockIcon } from '@phosphor-icons/react/Clock'
import { DeviceMobileIcon } from '@phosphor-icons/react/DeviceMobile'
import { MapPinIcon } from '@phosphor-icons/react/MapPin'
import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useState } from 'react'
import { tryLink } from '#api/links/try.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { NewRule } from '#contract/rules/rules.ts'
import type { TryResult } from '#contract/rules/try.ts'
import { toApiError } from '#http/error.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useDebouncedValue } from '#ui/use-debounced.ts'
import { plainUrl } from '../short-parts.ts'
import type { ServerFacts } from './condition-fields.tsx'
import css from './rules.module.css'
import { chipTexts, START, toTryAs } from './visitor.ts'
import { VisitorFields } from './visitor-fields.tsx'

type TryAsProps = {
  link: ShortLink
  /** Rules of the form, saved or not. */
  rules: NewRule[]
  facts: ServerFacts
  onClose: () => void
}

const TYPING_MS = 300

/** Asks the server where the link would lead a described visitor. */
export function TryAs({ link, rules, facts, onClose }: TryAsProps) {
  const [visitor, setVisitor] = useState(START)
  const [isChanging, setChanging] = useState(false)
  // The server does not have a link that waits in the outbox.
  const offline = useOffline() || link.split_url === ''
  const body = { ...toTryAs(visitor), rules }
  const key = JSON.stringify(body)
  // Ask when the user has stopped typing.
  const settledKey = useDebouncedValue(key, TYPING_MS)
  const answer = useAnswer(
    settledKey === key && !offline ? `try ${link.uuid} ${key}` : null,
    (options) => tryLink(link.uuid, body, options),
    { isSecondary: true },
  )
  const texts = chipTexts(visitor)
  const open = () => setChanging(true)
  const target = answer.value?.target_url

  return (
    <Modal
      title="Try as"
      onClose={onClose}
      footer={
        !offline &&
        target && (
          <ButtonLink
            variant="primary"
            icon={ArrowSquareOutIcon}
            href={target}
            target="_blank"
            rel="noreferrer"
          >
            Open it
          </ButtonLink>
        )
      }
    >
      <div className={css.chips} role="group" aria-label="Visitor">
        <Chip icon={DeviceMobileIcon} onClick={open}>
          {texts.device}
        </Chip>
        <Chip icon={MapPinIcon} onClick={open}>
          {texts.country}
        </Chip>
        <Chip icon={AppWindowIcon} onClick={open}>
          {texts.app}
        </Chip>
        <Chip icon={ClockIcon} onClick={open}>
          {texts.at}
        </Chip>
        <Chip
          icon={PlusIcon}
          className={css.change}
          aria-expanded={isChanging}
          onClick={() => setChanging(!isChanging)}
        >
          Change
        </Chip>
      </div>
      {isChanging && <VisitorFields visitor={visitor} onChange={setVisitor} />}
      <div className={css.result} aria-live="polite">
        {offline ? (
          <p>Trying needs a connection.</p>
        ) : answer.value ? (
          <Result result={answer.value} />
        ) : answer.error === null ? (
          <Skeleton height={64} />
        ) : (
          <p>{failureText(answer.error)}</p>
        )}
      </div>
      {visitor.country !== '' && facts.knowsCountries === false && (
        <p className={`${css.note} hint`}>
          This server does not know the countries of real visitors. The operator can add a country
          database (GEOIP_DB).
        </p>
      )}
    </Modal>
  )
}

const Result = ({ result: { rule, target_url, why } }: { result: TryResult }) => (
  <>
    <p className="hint">{rule === null ? 'No rule applies' : `Rule ${rule} applies`}</p>
    <p className={css.title}>
      {target_url === null ? 'The visitor sees that the link has ended.' : plainUrl(target_url)}
    </p>
    <p className="hint">{why}</p>
  </>
)

function failureText(error: unknown): string {
  const failure = toApiError(error)
  const field = ['rules', 'query', 'referrer', 'at'].find((name) => failure.field(name))
  const text = field && failure.field(field)
  return (
    text ?? explainFailure(error, 'try the rules', 'The link') ?? 'This did not work. Try again.'
  )
}
