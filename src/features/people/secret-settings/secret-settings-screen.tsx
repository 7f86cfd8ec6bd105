import { Screen } from '#app/shell/screen/screen.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { clearLocalData } from './clear-local-data.ts'
import { asText } from './facts.ts'
import styles from './secret-settings-screen.module.css'
import { useFacts } from './use-facts.ts'

/** Shows facts for diagnosing problems. Not linked in any menu; contains no secrets. */
export function SecretSettingsScreen() {
  const facts = useFacts()
  return (
    <Screen
      title="Secret settings"
      freshness="links"
      back={paths.settings}
      narrow
      className={styles.page}
    >
      <Facts facts={facts} />
      <div className={styles.actions}>
        <CopyButton variant="button" look="secondary" label="Copy as text" text={asText(facts)} />
        <Button variant="line" onClick={() => void clearLocalData()}>
          Clear local data
        </Button>
      </div>
    </Screen>
  )
}
