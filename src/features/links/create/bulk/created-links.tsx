import { CopyButton } from '#ui/copy/copy-button.tsx'
import { plainUrl, shortParts } from '../../short-parts.ts'
import css from './bulk.module.css'
import type { CreatedLink } from './use-bulk-form.ts'

/** Lists the created short links, to copy one or all of them. */
export function CreatedLinks({ created }: { created: readonly CreatedLink[] }) {
  return (
    <div className={`${css.form} stack`}>
      <CopyButton
        variant="button"
        block
        text={created.map(({ split_url }) => split_url).join('\n')}
        label="Copy all"
        announcement="Links have been copied"
      />
      <ol className={css.rows} aria-label="New links">
        {created.map((link) => (
          <CreatedRow key={link.split_url} link={link} />
        ))}
      </ol>
    </div>
  )
}

function CreatedRow({ link }: { link: CreatedLink }) {
  const { host, code } = shortParts(link)
  return (
    <li className={css.row}>
      <span className={css.text} translate="no">
        <a className={css.short} href={link.split_url} target="_blank" rel="noreferrer">
          {host + code}
        </a>
        <span className={`${css.address} hint`}>{plainUrl(link.text)}</span>
      </span>
      <CopyButton text={link.split_url} label={`Copy ${host + code}`} />
    </li>
  )
}
