import type { Options } from 'ky'
import * as v from 'valibot'
import { V1, V2 } from '#contract/app-constants.ts'
import { MovedIn, MoveInDraft, type MoveInChoice } from '#contract/page/move-in.ts'
import {
  CreatorPage,
  PredefinedSection,
  Section,
  SlugAvailable,
  SlugResult,
  type NewPage,
  type NewSection,
  type PageEdit,
  type SectionEdit,
} from '#contract/page/pages.ts'
import { parseAnswer, http, withKey, type Keyed } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { bareOrResult, rowsOf } from '../list-answers.ts'

const PAGES = `${V2}/pages/`
const SECTIONS = `${V2}/sections/`

const PageAnswer = bareOrResult(CreatorPage)
const SectionAnswer = bareOrResult(Section)
const SectionsAnswer = v.object({ results: rowsOf(Section) })
const TemplatesAnswer = v.object({ results: rowsOf(PredefinedSection) })
const PreviewAnswer = v.object({ html: v.string() })

/** Returns the user's page, or null if there is none (the server answers 404). */
export async function getPage(options: Options = {}): Promise<CreatorPage | null> {
  try {
    return await parseAnswer(http.get(`${PAGES}page/`, options), PageAnswer, options)
  } catch (error) {
    if (toApiError(error).status === 404) return null
    throw error
  }
}

/** Creates a page. Requests with the same `key` create only one. */
export const createPage = (json: NewPage, options: Partial<Keyed> = {}): Promise<CreatorPage> =>
  parseAnswer(http.post(PAGES, { json, ...withKey(options) }), PageAnswer, options)

export const editPage = (id: number, json: PageEdit, options: Options = {}): Promise<CreatorPage> =>
  parseAnswer(http.patch(`${PAGES}${id}/`, { json, ...options }), PageAnswer, options)

/** Returns a free name for the page's address, generated from the user's name. */
export const suggestSlug = async (options: Options = {}): Promise<string> =>
  (await parseAnswer(http.get(`${PAGES}generate_slug/`, options), SlugResult, options)).result.slug

/** Returns a free name for the page's address, generated from a text. */
export const slugFromText = async (text: string, options: Options = {}): Promise<string> =>
  (
    await parseAnswer(
      http.post(`${PAGES}generate_slug/`, { json: { text }, ...options }),
      SlugResult,
      options,
    )
  ).result.slug

/** Returns whether a name for the page's address is free. */
export const slugAvailable = (name: string, options: Options = {}): Promise<SlugAvailable> =>
  parseAnswer(http.get(`${V1}/pages/${encodeURIComponent(name)}`, options), SlugAvailable, options)

/** Returns the HTML of the page as visitors would see it, published or not. */
export const previewPage = async (options: Options = {}): Promise<string> =>
  (await parseAnswer(http.get(`${PAGES}preview/`, options), PreviewAnswer, options)).html

/** Returns all sections. Their maximum number fits into one answer. */
export const listSections = async (options: Options = {}): Promise<Section[]> =>
  (
    await parseAnswer(
      http.get(SECTIONS, { searchParams: { page_size: 100 }, ...options }),
      SectionsAnswer,
      options,
    )
  ).results

export const createSection = (json: NewSection, options: Partial<Keyed> = {}): Promise<Section> =>
  parseAnswer(http.post(SECTIONS, { json, ...withKey(options) }), SectionAnswer, options)

export const editSection = (
  id: number,
  json: SectionEdit,
  options: Options = {},
): Promise<Section> =>
  parseAnswer(http.patch(`${SECTIONS}${id}/`, { json, ...options }), SectionAnswer, options)

export async function deleteSection(id: number, options: Options = {}): Promise<void> {
  await http.delete(`${SECTIONS}${id}/`, options)
}

/** Sets the order of all sections. */
export async function orderSections(ids: number[], options: Options = {}): Promise<void> {
  await http.patch(`${SECTIONS}order/`, { json: { ids }, ...options })
}

export const listTemplates = async (options: Options = {}): Promise<PredefinedSection[]> =>
  (await parseAnswer(http.get(`${V2}/predefined-sections/`, options), TemplatesAnswer, options))
    .results

/** Maximum time to read a page at another service with its pictures, or to create all its links. */
const MOVE_IN_MS = 60_000

/** Reads the user's page at another service. Nothing is created. */
export const readMoveIn = (url: string, options: Options = {}): Promise<MoveInDraft> =>
  parseAnswer(
    http.post(`${PAGES}move-in/`, { json: { url }, timeout: MOVE_IN_MS, ...options }),
    MoveInDraft,
    options,
  )

/** Creates what the user keeps of a draft. Requests with the same `key` create it once. */
export const createMoveIn = (json: MoveInChoice, options: Partial<Keyed> = {}): Promise<MovedIn> =>
  parseAnswer(
    http.post(`${PAGES}move-in/create/`, {
      json,
      timeout: MOVE_IN_MS,
      ...withKey(options),
    }),
    MovedIn,
    options,
  )
