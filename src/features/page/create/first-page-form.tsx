import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { imagePath, squareImage } from '#contract/images/images.ts'
import { EditPhoto } from '#features/people/photos/edit-photo.tsx'
import type { EditResult } from '#features/people/photos/editor-props.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { BrowserCard } from './browser-card.tsx'
import { MoveInLink } from '../move-in-link.tsx'
import { NameFields } from '../name-fields.tsx'
import css from './new-page.module.css'
import { FormSkeleton } from './new-page-screen.tsx'
import type { PageAnswer } from '../page.ts'
import { StepScreen, type Step } from './step-screen.tsx'
import { useNewPage, type Suggestion } from './use-new-page.ts'

type FirstPageFormProps = {
  page: PageAnswer
  suggested: Suggestion
  step: Step
  /** Content above the fields: the source of the suggested name and address. */
  aside?: ReactNode
}

/**
 * Shows one form over both steps. The page is created only when the second step is done or skipped.
 */
export function FirstPageForm({ page, suggested, step: requestedStep, aside }: FirstPageFormProps) {
  const id = useId()
  const navigate = useNavigate()
  const fields = useNewPage(suggested, page)
  const { form, canContinue } = fields
  const { values, errors } = form
  // Show the first step if its fields are not complete or the server refused the address.
  const step: Step =
    requestedStep === 'picture' && canContinue && !errors['slug'] ? 'picture' : 'name'
  const { picture } = values
  const goToPicture = () => void navigate({ to: '.', search: { step: 'picture' } })
  if (!form.ready)
    return (
      <StepScreen step="name" skip={null}>
        <FormSkeleton />
      </StepScreen>
    )
  return (
    <StepScreen key={step} step={step} skip={<Skip step={step} form={id} busy={form.busy} />}>
      <BrowserCard title={values.title} slug={values.slug} picture={pictureUrl(picture)} />
      <form
        {...form.props}
        id={id}
        className={`${css.form} stack`}
        onSubmit={(event) => {
          event.preventDefault()
          if (step === 'picture') void form.submit()
          else if (canContinue) goToPicture()
        }}
      >
        {step === 'name' ? (
          <>
            {aside}
            <NameFields {...fields} />
            <MoveInLink />
          </>
        ) : (
          <PictureStep picture={picture} choose={(picture) => form.change({ picture })} />
        )}
        <div className={`${css.bar} stack`}>
          <FieldError text={errors[WHOLE_FORM]} />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            disabled={step === 'name' && !canContinue}
            busy={form.busy}
          >
            {step === 'name' ? 'Next' : 'Create page'}
          </Button>
        </div>
      </form>
    </StepScreen>
  )
}

type SkipProps = { step: Step; form: string; busy: boolean }

/**
 * Skips a step: in the picture step the page is created without a picture, in the name step no page
 * is created.
 */
const Skip = ({ step, form, busy }: SkipProps) =>
  step === 'picture' ? (
    <Button variant="quiet" size="md" type="submit" form={form} busy={busy}>
      Skip
    </Button>
  ) : (
    <ButtonLink variant="quiet" size="md" href={paths.home}>
      Skip
    </ButtonLink>
  )

type PictureStepProps = { picture: EditResult | null; choose: (picture: EditResult | null) => void }

function PictureStep({ picture, choose }: PictureStepProps) {
  const [open, setOpen] = useState(false)
  const url = picture?.upload?.image_url ?? null
  return (
    <div className={css.picture}>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {picture ? 'Change picture' : 'Choose a picture'}
      </Button>
      {picture && (
        <Button variant="quiet" onClick={() => choose(null)}>
          Remove picture
        </Button>
      )}
      {open && (
        <EditPhoto
          source={url === null ? null : { url, uploaded: true }}
          kind="split_page"
          usedFor="page"
          fullParams={picture?.fullParams}
          thumbnailParams={picture?.thumbnailParams}
          onSave={(edited) => {
            choose({ ...picture, ...edited })
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function pictureUrl(picture: EditResult | null): string | null {
  if (!picture?.upload) return null
  return squareImage(imagePath(picture.upload.image_url, { crop: picture.fullParams }), 480)
}
