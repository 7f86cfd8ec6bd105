import { TrashIcon } from '@phosphor-icons/react/Trash'
import { listKeyCalls } from '#api/developers/api-keys.ts'
import type { ApiKey } from '#contract/developers/api-keys.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { Fact, FactList } from '#ui/facts.tsx'
import css from './developers.module.css'
import { dayOf, endText, lastUseText, removeKey, type ApiKeyList } from './keys.ts'
import { LatestCalls } from './latest-calls.tsx'
import { isGranted, PERMISSIONS } from './permissions.ts'

type KeyDialogProps = { apiKey: ApiKey; keys: ApiKeyList; onClose: () => void }

/** Shows what a key can do and when it was used, and deletes it. */
export function KeyDialog({ apiKey, keys, onClose }: KeyDialogProps) {
  const granted = PERMISSIONS.filter((permission) => isGranted(apiKey.scopes, permission))
  return (
    <Modal title={apiKey.name} onClose={onClose}>
      {apiKey.revoked_at !== null && (
        <p className={css.warning}>
          We revoked this key because it was sent in an address. Create a new one.
        </p>
      )}
      <FactList>
        <Fact label="Begins with">
          <code className={css.code} translate="no">{`split_${apiKey.id}_`}</code>
        </Fact>
        <Fact label="Created">{dayOf(apiKey.created_at)}</Fact>
        <Fact label="Last use">{lastUseText(apiKey)}</Fact>
        <Fact label="Expires">{endText(apiKey) ?? expiryText(apiKey)}</Fact>
      </FactList>
      <h3 className={css.subtitle}>Permissions</h3>
      <ul className={css.permissions}>
        {granted.map(({ label }) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <LatestCalls id={apiKey.id} list={listKeyCalls} />
      <Button
        variant="quiet"
        icon={TrashIcon}
        className={css.remove}
        onClick={() => void removeKey(apiKey, keys)}
      >
        Delete key
      </Button>
    </Modal>
  )
}

const expiryText = ({ expires_at: at }: ApiKey) => (at === null ? 'Never' : dayOf(at))
