import { APP_NAME } from '#contract/app-constants.ts'
import type { FieldErrors } from '#contract/common.ts'
import { unitsFor } from '#contract/text/graphemes.ts'
import {
  Checkbox,
  EmailField,
  Field,
  FieldFrame,
  Form,
  Note,
  Submit,
} from '../../../platform/html/form.tsx'
import { Heading, ReadingPage } from '../../../platform/html/layout.tsx'
import { MAX_OFFER, MAX_SELLS, type TypedApplication } from './application-form.ts'
import { CONFIRM_DAYS, type DeskApplication } from './applications.ts'

type ApplyProps = {
  csrf: string
  /** Whether this installation has terms. */
  hasTerms: boolean
  typed: TypedApplication
  errors?: FieldErrors | undefined
}

/** Shows the form with which a brand applies. */
export const ApplyPage = ({ csrf, hasTerms, typed, errors }: ApplyProps) => (
  <ReadingPage title={`${errors ? 'Error: ' : ''}Apply as a brand`}>
    <Heading title="Apply as a brand">
      Creators on {APP_NAME} recommend products and earn a commission on orders. Tell us about your
      brand. We answer by email.
    </Heading>
    <Form action="/desk/apply" hidden={{ csrf }} errors={errors} ownWords>
      <BrandFields typed={typed} errors={errors} />
      <Field
        name="contactName"
        label="Your name"
        errors={errors}
        input={{ value: typed.contactName, autocomplete: 'name', maxlength: unitsFor(80) }}
      />
      <EmailField email={typed.email} errors={errors} autocomplete="email" />
      {hasTerms && <TermsField isAccepted={typed.terms !== undefined} errors={errors} />}
      <Submit>Send application</Submit>
    </Form>
    <p class="about">We use these details only to decide about your application.</p>
  </ReadingPage>
)

type FieldsProps = Pick<ApplyProps, 'typed' | 'errors'>

const BrandFields = ({ typed, errors }: FieldsProps) => (
  <>
    <Field
      name="brandName"
      label="Name of the brand"
      errors={errors}
      input={{ value: typed.brandName, autocomplete: 'organization', maxlength: unitsFor(120) }}
    />
    <Field
      name="website"
      label="Website"
      errors={errors}
      input={{
        value: typed.website,
        inputmode: 'url',
        autocomplete: 'url',
        autocapitalize: 'none',
        spellcheck: 'false',
        maxlength: 300,
      }}
    />
    <LongField
      name="sells"
      label="What do you sell?"
      text={typed.sells}
      most={MAX_SELLS}
      errors={errors}
    />
    <LongField
      name="offer"
      label="What would you pay?"
      help="A percentage of each order or a fixed amount, for example 10 % or $5 for each order."
      text={typed.offer}
      most={MAX_OFFER}
      errors={errors}
    />
  </>
)

type LongProps = {
  name: 'sells' | 'offer'
  label: string
  help?: string
  text: string | undefined
  most: number
  errors: FieldErrors | undefined
}

const LongField = ({ text, most, ...frame }: LongProps) => (
  <FieldFrame
    {...frame}
    control={(attributes) => (
      <textarea {...attributes} rows={3} maxlength={unitsFor(most)} required>
        {text}
      </textarea>
    )}
  />
)

type TermsProps = { isAccepted: boolean; errors: FieldErrors | undefined }

/** Shows the checkbox that accepts the terms, and a link to them outside its label. */
const TermsField = ({ isAccepted, errors }: TermsProps) => (
  <>
    <Checkbox name="terms" label="I accept the terms" checked={isAccepted} errors={errors} />
    <p class="about">
      <a href="/terms">Read the terms</a>
    </p>
  </>
)

type SentProps = { email: string; delivery: 'smtp' | 'outbox' }

/** Says that an email is on its way. The page is the same for known and unknown addresses. */
export const ApplicationSentPage = ({ email, delivery }: SentProps) => (
  <ReadingPage title="Confirm your email">
    <Heading title="Confirm your email">
      We send a link to <strong>{email}</strong>. Open it within {CONFIRM_DAYS} days. We read your
      application only after that.
    </Heading>
    <Note tone="plain">
      {delivery === 'smtp'
        ? 'No email? Check your spam folder, or apply again with the right address.'
        : "This server can't send email yet. Contact support to get the link."}
    </Note>
  </ReadingPage>
)

type ConfirmProps = { csrf: string; action: string; brandName: string }

/** Shows a button that confirms. Opening the page does not, because mail programs open links. */
export const ConfirmApplicationPage = ({ csrf, action, brandName }: ConfirmProps) => (
  <ReadingPage title="Confirm your application">
    <Heading title="Confirm your application">
      This sends us the application of <bdi>{brandName}</bdi>.
    </Heading>
    <Form action={action} hidden={{ csrf }}>
      <Submit>Confirm the application</Submit>
    </Form>
  </ReadingPage>
)

const STATES = {
  open: {
    title: 'We got your application',
    text: 'A person reads it and tells you the decision by email.',
  },
  admitted: {
    title: 'Your application was accepted',
    text: 'We emailed you the link to your brand desk.',
  },
  declined: {
    title: 'Your application was declined',
    text: 'We emailed you the reason.',
  },
} as const

type StateProps = { application: Pick<DeskApplication, 'brandName' | 'decision'> }

/** Shows what became of a confirmed application. */
export const ApplicationStatePage = ({ application: { brandName, decision } }: StateProps) => {
  const { title, text } = STATES[decision ?? 'open']
  return (
    <ReadingPage title={title}>
      <Heading title={title}>
        This is about <bdi>{brandName}</bdi>. {text}
      </Heading>
      {decision === 'admitted' && (
        <a class="button" href="/desk/sign-in">
          Go to the brand desk
        </a>
      )}
    </ReadingPage>
  )
}

export const ApplicationEndedPage = () => (
  <ReadingPage title="This link no longer works">
    <Heading title="This link no longer works">
      Links to confirm an application expire after {CONFIRM_DAYS} days. Only the latest one works.
    </Heading>
    <a class="button" href="/desk/apply">
      Apply again
    </a>
  </ReadingPage>
)
