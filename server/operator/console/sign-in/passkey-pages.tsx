import type { FieldErrors } from '#contract/common.ts'
import { MAX_PASSKEY_NAME } from '#contract/people/passkeys.ts'
import { PasskeyForm } from '../../../people/factors/passkeys/passkey-form.tsx'
import { passkeyPageScript } from '../../../platform/html/assets.ts'
import { Cancel, ErrorSummary, Field } from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { shownDay, Table } from '../../../platform/html/parts.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import type { StaffPasskey } from '../../staff/staff-passkeys.ts'

type AddProps = { csrf: string; name: string; errors?: FieldErrors | undefined }

/** Shows the form for a new passkey, which needs a script of ours. */
export const AddPasskeyPage = ({ csrf, name, errors }: AddProps) => (
  <ReadingPage title={errors ? 'Error: Add a passkey' : 'Add a passkey'} script={passkeyPageScript}>
    <div class="heading">
      <h1>Add a passkey</h1>
      <p>
        Sign in and confirm decisions about money with your fingerprint, face or screen lock. The
        name tells you later which passkey it is.
      </p>
    </div>
    <p data-without-passkeys>
      This browser has no passkeys, or JavaScript is turned off. Use another browser.
    </p>
    <ErrorSummary errors={errors} />
    <PasskeyForm action="/console/account/passkeys" hidden={{ csrf }} text="Add a passkey" isNew>
      <Field
        name="name"
        label="Name"
        errors={errors}
        input={{ type: 'text', autocomplete: 'off', maxlength: MAX_PASSKEY_NAME, value: name }}
      />
    </PasskeyForm>
    <Cancel href="/console/account" />
  </ReadingPage>
)

type ListProps = { csrf: string; passkeys: StaffPasskey[] }

/** Lists the passkeys of the member, with forms to rename, remove and add one. */
export const OwnPasskeys = ({ csrf, passkeys }: ListProps) => (
  <section class="passkeys">
    <h2>Passkeys</h2>
    {passkeys.length === 0 ? (
      <p class="none">
        No passkeys yet. A passkey replaces password and code when you sign in, and the code when
        you decide about money.
      </p>
    ) : (
      <Table
        label="Passkeys"
        columns={[
          { name: 'Name', cell: (passkey) => passkey.name },
          { name: 'Added', cell: (passkey) => shownDay(passkey.createdAt, true) },
          {
            name: 'Last used',
            cell: (passkey) =>
              passkey.lastUsedAt ? shownDay(passkey.lastUsedAt, true) : 'not used yet',
          },
          {
            name: 'Actions',
            is: 'act',
            cell: (passkey) => <Change csrf={csrf} passkey={passkey} />,
          },
        ]}
        rows={passkeys}
      />
    )}
    <form method="post" action="/console/account/passkeys/new">
      <Csrf value={csrf} />
      <button class="btn" type="submit">
        Add a passkey
      </button>
    </form>
  </section>
)

const Change = ({ csrf, passkey: { id, name } }: { csrf: string; passkey: StaffPasskey }) => (
  <div class="acts">
    <details class="answer">
      <summary>
        Rename<span class="unseen"> {name}</span>
      </summary>
      <form method="post" action="/console/account/passkeys/rename">
        <Csrf value={csrf} />
        <input type="hidden" name="id" value={id} />
        <label for={`name-${id}`}>
          Name
          <input
            id={`name-${id}`}
            name="name"
            type="text"
            value={name}
            maxlength={MAX_PASSKEY_NAME}
            autocomplete="off"
            required
          />
        </label>
        <button class="btn" type="submit">
          Save<span class="unseen"> name of {name}</span>
        </button>
      </form>
    </details>
    <form method="post" action="/console/account/passkeys/remove">
      <Csrf value={csrf} />
      <input type="hidden" name="id" value={id} />
      <button class="btn" type="submit">
        Remove<span class="unseen"> {name}</span>
      </button>
    </form>
  </div>
)
