import type { Options } from 'ky'
import * as v from 'valibot'
import { V1 } from '#contract/app-constants.ts'
import {
  Widget,
  WIDGET_DEFAULTS,
  WidgetLayout,
  WidgetTheme,
  type NewWidget,
  type WidgetEdit,
  type WidgetPreview,
} from '#contract/page/widgets.ts'
import { parseAnswer, http, withKey, type Keyed } from '#http/client.ts'
import { bareOrResult, rowsOf } from '../list-answers.ts'

const ROOT = `${V1}/users/me/widgets/`

/** Widget with defaults. An unknown layout or theme is shown as the default one. */
const WidgetAnswer = v.object({
  ...Widget.entries,
  layout: v.fallback(WidgetLayout, WIDGET_DEFAULTS.layout),
  theme: v.fallback(WidgetTheme, WIDGET_DEFAULTS.theme),
})
const OneAnswer = bareOrResult(WidgetAnswer)
const ListAnswer = v.object({ results: rowsOf(WidgetAnswer) })
const PreviewAnswer = v.object({ html: v.string() })

/** Returns all widgets. Their maximum number fits into one answer. */
export const listWidgets = async (options: Options = {}): Promise<Widget[]> =>
  (await parseAnswer(http.get(ROOT, options), ListAnswer, options)).results

/** Creates a widget. Requests with the same `key` create only one. */
export const createWidget = (json: NewWidget, options: Keyed): Promise<Widget> =>
  parseAnswer(http.post(ROOT, { json, ...withKey(options) }), OneAnswer, options)

export const editWidget = (id: number, json: WidgetEdit, options: Options = {}): Promise<Widget> =>
  parseAnswer(http.patch(`${ROOT}${id}/`, { json, ...options }), OneAnswer, options)

export async function deleteWidget(id: number, options: Options = {}): Promise<void> {
  await http.delete(`${ROOT}${id}/`, options)
}

/** Returns the HTML of a widget as it is shown on other sites now. */
export const previewWidget = async (id: number, options: Options = {}): Promise<string> =>
  (await parseAnswer(http.get(`${ROOT}${id}/preview/`, options), PreviewAnswer, options)).html

/** Returns the HTML of a widget with settings that are not saved yet. */
export const previewSettings = async (
  json: WidgetPreview,
  options: Options = {},
): Promise<string> =>
  (await parseAnswer(http.post(`${ROOT}preview/`, { json, ...options }), PreviewAnswer, options))
    .html
