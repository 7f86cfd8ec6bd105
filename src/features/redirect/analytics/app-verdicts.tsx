import type { AnalyticsRow } from '#contract/analytics.ts'
import { readApp } from '#contract/links/in-app.ts'
import { betterOf } from '#contract/rules/compare.ts'
import { APP_NAMES } from '#contract/rules/sentences.ts'
import css from './breakdown.module.css'

/** Tells for each app whether visitors order more inside it or in the browser. */
export function AppVerdicts({ rows }: { rows: readonly AnalyticsRow[] }) {
  const apps = [...new Set(rows.filter(({ key }) => readApp(key).isOut).map(appOf))]
  if (apps.length === 0) return null
  return (
    <ul className={`${css.note} hint`} aria-label="Inside the app or in the browser">
      {apps.map((app) => (
        <li key={app}>{verdict(app, rows)}</li>
      ))}
    </ul>
  )
}

const appOf = ({ key }: AnalyticsRow) => readApp(key).app

function verdict(app: string, rows: readonly AnalyticsRow[]): string {
  const sides = [false, true].map((isOut) => {
    const row = rows.find(({ key }) => readApp(key).app === app && readApp(key).isOut === isOut)
    return { id: isOut, clicks: row?.clicks ?? 0, orders: row?.conversions ?? 0 }
  })
  const name = APP_NAMES[app] ?? app
  switch (betterOf(sides)) {
    case true:
      return `${name}: more orders in the browser.`
    case false:
      return `${name}: more orders inside the app.`
    default:
      return `${name}: Not enough data yet.`
  }
}
