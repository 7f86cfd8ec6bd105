import type { Child } from 'hono/jsx'
import type { FieldErrors } from '#contract/common.ts'
import { MAX_PASSKEY_NAME } from '#contract/people/passkeys.ts'
import { passkeyPageScript } from '../../../platform/html/assets.ts'
import { Cancel, ErrorSummary, Field } from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { shownDay, Table } from '../../../platform/html/parts.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import type { WorkPasskey } from './work-passkeys.ts'

/** Tells people without passkeys in their browser what to do. It is hidden from others. */
export const NoPasskeysNote = ({ children }: { children: Child }) => (
  <p data-without-passkeys>This browser has no passkeys, or JavaScript is turned off. {children}</p>
)

type AddProps = {
  csrf: string
  /** Page that lists the passkeys. */
  home: string
  /** Sentence that says what a passkey is for. */
  lead: string
  name: string
  errors?: FieldErrors | undefined
}

/** Shows the form for a new passkey, which needs a script of ours. */
export const AddPasskeyPage = ({ csrf, home, lead, name, errors }: AddProps) => (
  <ReadingPage title={errors ? 'Error: Add a passkey' : 'Add a passkey'} script={passkeyPageScript}>
    <div class="heading">
      <h1>Add a passkey</h1>
      <p>{lead} The name tells you later which passkey it is.</p>
    </div>
    <NoPasskeysNote>Use another browser.</NoPasskeysNote>
    <ErrorSummary errors={errors} />
    <PasskeyForm action={`${home}/passkeys`} hidden={{ csrf }} text="Add a passkey" isNew>
      <Field
        name="name"
        label="Name"
        errors={errors}
        input={{ type: 'text', autocomplete: 'off', maxlength: MAX_PASSKEY_NAME, value: name }}
      />
    </PasskeyForm>
    <Cancel href={home} />
  </ReadingPage>
)

/** Says why a passkey was not changed. */
export const PasskeyProblemPage = ({ text, back }: { text: string; back: string }) => (
  <ReadingPage title="Nothing was changed">
    <div class="heading">
      <h1>Nothing was changed</h1>
      <p>{text}</p>
    </div>
    <a class="button" href={back}>
      Back
    </a>
  </ReadingPage>
)

type ListProps = {
  csrf: string
  /** Page that shows the list. */
  home: string
  passkeys: WorkPasskey[]
  /** Sentence for a person without passkeys. */
  children: Child
}

/** Lists the passkeys of a person, with forms to rename, remove and add one. */
export const OwnPasskeys = ({ csrf, home, passkeys, children }: ListProps) => (
  <section class="passkeys">
    <h2>Passkeys</h2>
    {passkeys.length === 0 ? (
      <p class="none">No passkeys yet. {children}</p>
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
            cell: (passkey) => <Change {...{ csrf, home, passkey }} />,
          },
        ]}
        rows={passkeys}
      />
    )}
    <form method="post" action={`${home}/passkeys/new`}>
      <Csrf value={csrf} />
      <button class="btn" type="submit">
        Add a passkey
      </button>
    </form>
  </section>
)

type ChangeProps = { csrf: string; home: string; passkey: WorkPasskey }

const Change = ({ csrf, home, passkey: { id, name } }: ChangeProps) => (
  <div class="acts">
    <details class="answer">
      <summary>
        Rename<span class="unseen"> {name}</span>
      </summary>
      <form method="post" action={`${home}/passkeys/rename`}>
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
    <form method="post" action={`${home}/passkeys/remove`}>
      <Csrf value={csrf} />
      <input type="hidden" name="id" value={id} />
      <button class="btn" type="submit">
        Remove<span class="unseen"> {name}</span>
      </button>
    </form>
  </div>
)
