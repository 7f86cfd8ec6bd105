import { Suspense } from 'react'
import { useOpenInBrowser } from '#app/query/use-open-in-browser.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import type { EditTabProps } from '../edit-tab-props.ts'
import css from '../settings/edit-settings.module.css'
import { choiceOf, CHOICES, valueOf } from './choices.ts'

const KeptApps = lazyPart(async () => (await import('./kept-apps.tsx')).KeptApps)

/** Edits whether the link leads visitors inside apps to their browser. */
export function EditInApp(props: EditTabProps) {
  const { values, change, errors } = props
  const { value: isOnByDefault } = useOpenInBrowser()
  const { open_in_browser: chosen, kept_in_app: kept } = values
  return (
    <div className={css.inApp} tabIndex={-1}>
      <p className={css.label} aria-hidden="true">
        Open in browser
      </p>
      <Segmented
        label="Open in browser"
        options={CHOICES}
        value={choiceOf(chosen)}
        onChange={(choice) => change({ open_in_browser: valueOf(choice) })}
      />
      <p className="hint">
        {`Shows visitors inside apps such as Instagram the way to their browser.${defaultText(isOnByDefault)}`}
      </p>
      <FieldError text={errors.open_in_browser ?? errors.kept_in_app} />
      {kept.length > 0 && (
        <Suspense fallback={null}>
          <KeptApps {...props} />
        </Suspense>
      )}
    </div>
  )
}

function defaultText(isOn: boolean | undefined): string {
  if (isOn === undefined) return ''
  return isOn ? ' The default in your settings is on.' : ' The default in your settings is off.'
}
