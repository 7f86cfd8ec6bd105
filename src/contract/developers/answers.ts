import * as v from 'valibot'
import { Analytics } from '../analytics.ts'
import { Collection, CollectionDelta, CollectionPage, CollectionPositions } from '../collections.ts'
import { page, result } from '../common.ts'
import { BulkTagsAnswer, NewLinksAnswer } from '../links/link-edits.ts'
import { LinkDelta, LinkPage, NextShortCode, TagSuggestions } from '../links/link-lists.ts'
import { LinkDomains, ShortLink } from '../links/short-link.ts'
import { HistoryPage, Restored } from '../links/history.ts'
import { EarningDetail, Earnings } from '../money/earnings.ts'
import { Statement, StatementYears } from '../money/statements.ts'
import { CreatorPage, Section, SectionPage } from '../page/pages.ts'
import {
  LinkParametersAnswer,
  OneParameterSet,
  ParameterSet,
  ParameterSets,
} from '../links/parameter-sets.ts'
import { DiscountCodes, Shops } from '../partners/brands.ts'
import { PublicProfile } from '../people/profile.ts'
import { TryAnswer } from '../rules/try.ts'
import { SocialLink, SocialLinks } from '../social/social-links.ts'
import { Upload } from '../images/uploads.ts'
import {
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  Webhooks,
  WebhookWithSecret,
} from './webhooks.ts'

type Answer = {
  status: 200 | 201 | 202 | 204
  /** Status of the same answer if the call created something. */
  createdStatus?: 201
  schema?: v.GenericSchema
  /** Content type of an answer that is a file. */
  file?: string
}

const ok = (schema: v.GenericSchema): Answer => ({ status: 200, schema })
const created = (schema: v.GenericSchema): Answer => ({ status: 201, schema })
const accepted = (schema: v.GenericSchema): Answer => ({ status: 202, schema })
const file = (type: string): Answer => ({ status: 200, file: type })
const empty: Answer = { status: 204 }

/** Objects of the answers, by the names that the reference gives them. */
export const PUBLIC_OBJECTS: Record<string, v.GenericSchema> = {
  Link: ShortLink,
  ParameterSet,
  Collection,
  Page: CreatorPage,
  Section,
  SocialLink,
  Upload,
  Analytics,
  Earning: EarningDetail,
  Statement,
  Profile: PublicProfile,
}

/** Status and body of a successful answer, by the name of the public call. */
export const PUBLIC_ANSWERS: Record<string, Answer> = {
  // A request with `since` returns the changes instead of a page.
  searchLinks: ok(v.union([LinkPage, LinkDelta])),
  getLink: ok(ShortLink),
  tryLink: ok(TryAnswer),
  listLinkChanges: ok(HistoryPage),
  restoreLink: ok(result(Restored)),
  nextShortCode: ok(NextShortCode),
  listLinkDomains: ok(LinkDomains),
  listTags: ok(TagSuggestions),
  createLink: created(result(ShortLink)),
  createLinks: ok(NewLinksAnswer),
  upsertLink: { ...ok(result(ShortLink)), createdStatus: 201 },
  updateLink: ok(ShortLink),
  tagLinks: ok(BulkTagsAnswer),
  addLinkParameters: ok(LinkParametersAnswer),
  getLinkQrSvg: file('image/svg+xml'),
  getLinkQrPng: file('image/png'),
  getLinkQrPdf: file('application/pdf'),
  getQrSheet: file('application/pdf'),
  listParameterSets: ok(ParameterSets),
  getParameterSet: ok(OneParameterSet),
  createParameterSet: created(OneParameterSet),
  updateParameterSet: ok(OneParameterSet),
  deleteParameterSet: empty,
  cloneLink: created(result(ShortLink)),
  readLinkPage: ok(ShortLink),
  uploadLinkPicture: created(Upload),
  listShops: ok(Shops),
  reportExtensionAction: created(v.object({})),
  listCollections: ok(v.union([CollectionPage, CollectionDelta])),
  getCollection: ok(Collection),
  listCollectionChanges: ok(HistoryPage),
  restoreCollection: ok(result(Restored)),
  listCollectionLinks: ok(page(ShortLink)),
  createCollection: created(Collection),
  createSmartCollection: created(Collection),
  updateCollection: ok(Collection),
  updateSmartCollection: ok(Collection),
  deleteCollection: empty,
  orderCollections: ok(CollectionPositions),
  addToCollection: ok(Collection),
  removeFromCollection: ok(Collection),
  orderCollectionLinks: ok(Collection),
  getPage: ok(CreatorPage),
  listPageChanges: ok(HistoryPage),
  restorePage: ok(result(Restored)),
  listSections: ok(SectionPage),
  getSection: ok(Section),
  listSocialLinks: ok(SocialLinks),
  updatePage: ok(CreatorPage),
  createSection: created(Section),
  updateSection: ok(Section),
  deleteSection: empty,
  orderSections: ok(SectionPage),
  createSocialLink: created(SocialLink),
  updateSocialLink: ok(SocialLink),
  deleteSocialLink: empty,
  getAnalytics: ok(Analytics),
  listAnalyticsTags: ok(TagSuggestions),
  listPendingEarnings: ok(Earnings),
  listAvailableEarnings: ok(Earnings),
  getEarning: ok(EarningDetail),
  listDiscountCodes: ok(DiscountCodes),
  listStatements: ok(StatementYears),
  getStatement: ok(Statement),
  getProfile: ok(result(PublicProfile)),
  listWebhooks: ok(Webhooks),
  createWebhook: created(result(WebhookWithSecret)),
  getWebhook: ok(result(Webhook)),
  updateWebhook: ok(result(Webhook)),
  deleteWebhook: empty,
  replaceWebhookSecret: ok(result(WebhookWithSecret)),
  testWebhook: accepted(result(WebhookDelivery)),
  listWebhookDeliveries: ok(WebhookDeliveries),
  resendWebhookDelivery: accepted(result(WebhookDelivery)),
}
