import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useAtom } from 'jotai'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { ListState } from '#app/list-state.tsx'
import { emptinessOf } from '#app/query/emptiness.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { ApiKey } from '#contract/developers/api-keys.ts'
import { serverAddress } from '#http/endpoint.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import css from './developers.module.css'
import { KeyDialog } from './key-dialog.tsx'
import { createdKeyAtom, endText, lastUseText, useApiKeys } from './keys.ts'
import { summaryOf } from './permissions.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookList } from './webhooks/webhook-list.tsx'

/** Lists the API keys, webhooks and connected apps of the account. */
export function DevelopersScreen() {
  const keys = useApiKeys()
  const dialog = useDialogParam('key')
  const [created, setCreated] = useAtom(createdKeyAtom)
  const shown = keys.value?.find(({ id }) => id === dialog.value)
  return (
    <Screen title="Developers" freshness={keys} back={paths.settings} narrow>
      <p className={css.lead}>
        <span>Connect your own scripts or an AI assistant to your links. </span>
        <a href={serverAddress('/developers')}>Read the reference</a>
      </p>
      <section className={css.section} aria-labelledby="api-keys">
        <div className={css.head}>
          <h2 id="api-keys">API keys</h2>
          <ButtonLink icon={PlusIcon} href={paths.newApiKey}>
            New key
          </ButtonLink>
        </div>
        <ListState
          what="API keys"
          rows={keys.value}
          emptiness={emptinessOf(keys)}
          list={keys}
          loading={<RowsSkeleton label="Loading API keys" />}
          empty={
            <p className={css.empty}>
              No keys yet. A key lets a script create links or read clicks without your password.
            </p>
          }
        >
          {(rows) => (
            <ul className={css.rows} aria-label="API keys">
              {rows.map((row) => (
                <li key={row.id}>
                  <KeyRow apiKey={row} open={() => dialog.open(row.id)} />
                </li>
              ))}
            </ul>
          )}
        </ListState>
      </section>
      <WebhookList />
      <ConnectedApps />
      {shown && <KeyDialog apiKey={shown} keys={keys} onClose={dialog.close} />}
      {created && (
        <SecretDialog
          title="Your new key"
          secret={created.key}
          copyLabel="Copy key"
          onClose={() => setCreated(undefined)}
        />
      )}
    </Screen>
  )
}

function KeyRow({ apiKey, open }: { apiKey: ApiKey; open: () => void }) {
  const end = endText(apiKey)
  return (
    <ListButton
      opens
      label={apiKey.name}
      help={`${summaryOf(apiKey.scopes)} ${end ?? lastUseText(apiKey)}`}
      value={end === undefined ? undefined : <Tag>{apiKey.revoked_at ? 'Revoked' : 'Expired'}</Tag>}
      onClick={open}
    />
  )
}
