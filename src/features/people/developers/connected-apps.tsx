import { PlugsIcon } from '@phosphor-icons/react/Plugs'
import { listAppCalls } from '#api/developers/api-keys.ts'
import { disconnectApp, listConnectedApps } from '#api/developers/connected-apps.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { ConnectedApp } from '#contract/developers/connected-apps.ts'
import { quiet } from '#http/client.ts'
import { serverAddress } from '#http/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { Fact, FactList } from '#ui/facts.tsx'
import css from './developers.module.css'
import { dayOf, lastUseText } from './keys.ts'
import { LatestCalls } from './latest-calls.tsx'
import { grantedLabels, summaryOf } from './permissions.ts'

type AppList = Answer<ConnectedApp[]>

/** Lists the apps that the user has connected, and tells how to connect an assistant. */
export function ConnectedApps() {
  const apps: AppList = useAnswer('connected apps', listConnectedApps, {
    copy: true,
    isSecondary: true,
  })
  const dialog = useDialogParam('app')
  if (apps.value === undefined) return null
  const shown = apps.value.find(({ id }) => id === dialog.value)
  return (
    <section className={css.section} aria-labelledby="connected-apps">
      <div className={css.head}>
        <h2 id="connected-apps">Connected apps</h2>
      </div>
      {apps.value.length > 0 && (
        <ul className={css.rows} aria-label="Connected apps">
          {apps.value.map((app) => (
            <li key={app.id}>
              <ListButton
                opens
                label={app.name}
                help={`${summaryOf(app.scopes)} Since ${dayOf(app.connected_at)}`}
                onClick={() => dialog.open(app.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <AssistantAddress />
      {shown && <AppDialog app={shown} apps={apps} onClose={dialog.close} />}
    </section>
  )
}

function AssistantAddress() {
  const address = new URL(serverAddress('/mcp'), location.origin).href
  return (
    <div className={css.empty}>
      <p>Assistants such as Claude connect with this address:</p>
      <p className={css.address}>
        <span translate="no">{address}</span>
        <CopyButton text={address} label="Copy address for assistants" />
      </p>
    </div>
  )
}

type AppDialogProps = { app: ConnectedApp; apps: AppList; onClose: () => void }

function AppDialog({ app, apps, onClose }: AppDialogProps) {
  return (
    <Modal title={app.name} onClose={onClose}>
      <FactList>
        <Fact label="Address">
          <span translate="no">{app.redirect_host}</span>
        </Fact>
        <Fact label="Connected">{dayOf(app.connected_at)}</Fact>
        <Fact label="Last use">{lastUseText(app)}</Fact>
      </FactList>
      <h3 className={css.subtitle}>Permissions</h3>
      <ul className={css.permissions}>
        {grantedLabels(app.scopes).map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <LatestCalls id={app.id} list={listAppCalls} />
      <Button
        variant="quiet"
        icon={PlugsIcon}
        className={css.remove}
        onClick={() => void disconnect(app, apps)}
      >
        Disconnect
      </Button>
    </Modal>
  )
}

/** Disconnects an app after a confirmation. */
async function disconnect({ id, name }: ConnectedApp, apps: AppList): Promise<void> {
  const isSure = await confirm('It loses access to your account at once.', {
    title: `Disconnect ${name}?`,
    ok: 'Disconnect',
    cancel: 'Keep it connected',
    danger: true,
  })
  if (!isSure) return
  await runAction(`disconnect ${name}`, () => disconnectApp(id, quiet), {
    onDone() {
      apps.set((apps.value ?? []).filter((other) => other.id !== id))
      toast(`${name} is disconnected.`)
    },
  })
  // Reload after a failure too, because the app may have been disconnected elsewhere.
  void apps.refresh()
}
