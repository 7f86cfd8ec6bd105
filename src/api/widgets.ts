import type { Options } from 'ky'
import * as v from 'valibot'
import { IDEMPOTENCY_HEADER, V1 } from '#contract/app-constants.ts'
import {
  Widget,
  WIDGET_DEFAULTS,
  WidgetLayout,
  WidgetTheme,
  type NewWidget,
  type WidgetEdit,
  type WidgetPreview,
} from '#contract/widgets.ts'
import { answer, http } from '#http/client.ts'
import { bareOrResult, rowsOf } from './list-answers.ts'

const ROOT = `${V1}/users/me/widgets/`

/** A look that this app does not know is drawn as the usual one (offline 34). */
const One = v.object({
  ...Widget.entries,
  layout: v.fallback(WidgetLayout, WIDGET_DEFAULTS.layout),
  theme: v.fallback(WidgetTheme, WIDGET_DEFAULTS.theme),
})
const OneAnswer = bareOrResult(One)
const ListAnswer = v.object({ results: rowsOf(One) })
const PreviewAnswer = v.object({ html: v.string() })

/** All of them: there are fewer than fit into one answer. */
export const listWidgets = async (options: Options = {}): Promise<Widget[]> =>
  (await answer(http.get(ROOT, options), ListAnswer, options)).results

/** With a `key`, the same widget sent again is made once. */
export const createWidget = (
  json: NewWidget,
  { key, ...options }: Options & { key: string },
): Promise<Widget> => {
  const headers = { [IDEMPOTENCY_HEADER]: key }
  return answer(http.post(ROOT, { json, headers, ...options }), OneAnswer, options)
}

export const editWidget = (id: number, json: WidgetEdit, options: Options = {}): Promise<Widget> =>
  answer(http.patch(`${ROOT}${id}/`, { json, ...options }), OneAnswer, options)

export async function deleteWidget(id: number, options: Options = {}): Promise<void> {
  await http.delete(`${ROOT}${id}/`, options)
}

/** As sites show it now. */
export const previewWidget = async (id: number, options: Options = {}): Promise<string> =>
  (await answer(http.get(`${ROOT}${id}/preview/`, options), PreviewAnswer, options)).html

/** As sites would show what is not saved yet. */
export const previewSettings = async (
  json: WidgetPreview,
  options: Options = {},
): Promise<string> =>
  (await answer(http.post(`${ROOT}preview/`, { json, ...options }), PreviewAnswer, options)).html
