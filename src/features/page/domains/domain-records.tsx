import { APP_NAME } from '#contract/app-constants.ts'
import type { CustomDomain, DnsRecord } from '#contract/page/domains.ts'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import css from './domains.module.css'
import { nameInZone } from './records-text.ts'

/** Shows the two DNS records to add, each value with a copy button. */
export function DomainRecords({ domain }: { domain: CustomDomain }) {
  const { dns, txt, zone } = domain
  return (
    <div className={css.recordsBlock}>
      <div className={`${css.records} stack`}>
        <RecordBlock record={dns} zone={zone} what={`Sends visitors to ${APP_NAME}`} />
        <RecordBlock record={txt} zone={zone} what="Proves it is yours" />
      </div>
      {zone !== '' && (
        <p className={`${css.note} hint`}>
          If your provider asks for the full name, use <b>{dns.name}</b> and <b>{txt.name}</b>.
        </p>
      )}
    </div>
  )
}

type RecordBlockProps = { record: DnsRecord; zone: string; what: string }

function RecordBlock({ record, zone, what }: RecordBlockProps) {
  const { type, value } = record
  return (
    <section className={css.record} aria-label={`${type} record`}>
      <p className={`${css.recordHead} hint`}>
        <span className={css.type}>{type}</span>
        <span>{what}</span>
      </p>
      <dl className={css.values}>
        <Value label="Name" text={nameInZone(record.name, zone)} copies={`Copy the ${type} name`} />
        <Value label="Value" text={value} copies={`Copy the ${type} value`} />
      </dl>
    </section>
  )
}

const Value = ({ label, text, copies }: { label: string; text: string; copies: string }) => (
  <div className={css.value}>
    <dt>{label}</dt>
    <dd>
      <code translate="no">{text}</code>
      <CopyButton text={text} label={copies} />
    </dd>
  </div>
)
