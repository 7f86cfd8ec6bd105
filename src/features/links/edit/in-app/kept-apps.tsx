import type { AppStop, InAppName } from '#contract/links/in-app.ts'
import { APP_NAMES } from '#contract/rules/sentences.ts'
import { count } from '#app/formats.ts'
import { Button } from '#ui/button.tsx'
import { ordersText } from '../../rules/results.ts'
import type { EditTabProps } from '../edit-tab-props.ts'
import css from '../settings/edit-settings.module.css'

/** Shows the apps whose visitors stay inside, and leads them out again. */
export function KeptApps({ link, values, change }: EditTabProps) {
  const { kept_in_app: kept } = values
  return (
    <ul className="stack" aria-label="Apps that visitors stay in">
      {kept.map((app) => (
        <li key={app} className={css.kept}>
          <span>
            <b>{`${nameOf(app)}: visitors stay in the app.`}</b>
            <span className="hint">{reason(link.app_stops?.find((stop) => stop.app === app))}</span>
          </span>
          <Button
            size="sm"
            aria-label={`Switch on again for ${nameOf(app)}`}
            onClick={() => change({ kept_in_app: kept.filter((one) => one !== app) })}
          >
            Switch on again
          </Button>
        </li>
      ))}
    </ul>
  )
}

const nameOf = (app: InAppName) => APP_NAMES[app] ?? app

/** Returns why Split stopped leading visitors out; '' if the owner did. */
function reason(stop: AppStop | undefined): string {
  if (!stop) return ''
  const { inside, outside } = stop
  return `We switched it off, because fewer ordered in the browser: ${sumsText(outside)}, against ${sumsText(inside)} in the app.`
}

const sumsText = ({ clicks, orders }: AppStop['inside']) =>
  `${ordersText(orders)} from ${count(clicks)} clicks`
