import { useState } from 'react'
import { sendToolsMail } from '#api/tools.ts'
import { runAction } from '#app/failure/run-action.ts'
import { InstallRow } from '#app/install/install-row.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import { APP_NAME } from '#contract/app-constants.ts'
import { bookmarklet, createLinkAddress } from '#contract/tools.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { Extension } from './extension.tsx'
import css from './tools-screen.module.css'

/** Shows ways to create a link without opening the app first. */
export function ToolsScreen() {
  const { origin } = location
  return (
    <Screen
      title="Tools"
      freshness="none"
      back={paths.more}
      narrow
      className={`${css.screen} stack`}
    >
      <section>
        <h2 className={css.heading}>From other apps</h2>
        <p className={css.text}>Share a product to {APP_NAME}, and its link is ready to create.</p>
        <div className={css.rows}>
          <InstallRow />
        </div>
      </section>
      <Extension />
      <section>
        <h2 className={css.heading}>From any page in your browser</h2>
        <p className={css.text}>
          Create a bookmark with this as its address. On a product page, it opens Create with that
          page.
        </p>
        <CopyButton
          variant="button"
          look="secondary"
          label="Copy bookmark"
          text={bookmarklet(origin)}
        />
      </section>
      <section>
        <h2 className={css.heading}>From Shortcuts and others</h2>
        <p className={css.text}>
          Any app that opens web addresses can open Create. Put the product’s address after this
          one.
        </p>
        <code translate="no" className={css.address}>
          {createLinkAddress(origin)}
        </code>
        <CopyButton
          variant="button"
          look="secondary"
          label="Copy address"
          text={createLinkAddress(origin)}
        />
      </section>
      <EmailTools />
    </Screen>
  )
}

/** Emails the tools to the user, because typing them into a computer by hand is tedious. */
function EmailTools() {
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    await runAction('send the email', () => sendToolsMail(quiet), {
      onDone: ({ delivery }) =>
        toast(delivery === 'smtp' ? 'Email sent to your address.' : NO_SMTP_TEXT, { tone: 'info' }),
    })
    setBusy(false)
  }

  return (
    <section>
      <h2 className={css.heading}>On your other devices</h2>
      <p className={css.text}>An email with all of this, to the address of your account.</p>
      <Button busy={busy} onClick={() => void send()}>
        Email me these
      </Button>
    </section>
  )
}

/** Message for a server without SMTP, which keeps its emails for the operator. */
const NO_SMTP_TEXT = 'This server can’t send mail yet. Its operator has the email.'
