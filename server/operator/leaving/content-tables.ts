import { DERIVED, no, notPersonal, OWN_DATA, SECRET, type PersonalTable } from './personal-table.ts'

/** Links, pages, their former addresses and clicks. */
export const CONTENT_TABLES: Record<string, PersonalTable> = {
  // Content
  links: { fate: 'delete', why: OWN_DATA, archive: 'links.csv' },
  link_addresses: { fate: 'delete', why: OWN_DATA, archive: 'link-addresses.json' },
  history_entries: {
    fate: 'delete',
    why: 'In histories of other accounts, the user’s name is removed.',
    archive: 'changes.json',
  },
  account_changes: {
    fate: 'delete',
    why: 'In changes of other accounts, the user’s name is removed.',
    archive: 'changes.json',
  },
  link_health: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_places: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_passwords: { fate: 'delete', why: OWN_DATA, archive: SECRET },
  imported_links: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_imports: { fate: 'delete', why: OWN_DATA, archive: 'imports.json' },
  import_problems: { fate: 'delete', why: OWN_DATA, archive: 'imports.json' },
  parameter_sets: { fate: 'delete', why: OWN_DATA, archive: 'parameter-sets.json' },
  collections: { fate: 'delete', why: OWN_DATA, archive: 'collections.json' },
  collection_links: { fate: 'delete', why: OWN_DATA, archive: 'collections.json' },
  removals: { fate: 'delete', why: OWN_DATA, archive: 'collections.json' },
  pages: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  sections: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  section_collections: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  section_links: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  page_views: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  widgets: { fate: 'delete', why: OWN_DATA, archive: 'widgets.json' },
  widget_days: { fate: 'delete', why: OWN_DATA, archive: 'widgets.json' },
  uploads: { fate: 'delete', why: 'The picture files are deleted, too.', archive: 'pictures.json' },
  data_exports: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  export_parts: { fate: 'delete', why: OWN_DATA, archive: DERIVED },

  // Former addresses
  former_codes: {
    fate: 'anonymise',
    why: 'Codes stay reserved, so that a printed link never leads to another user’s target.',
    archive: 'former-codes.json',
  },
  former_slugs: {
    fate: 'anonymise',
    why: 'Page names stay reserved for the same reason.',
    archive: 'page.json',
  },
  link_domains: {
    fate: 'anonymise',
    why: 'Verified domains stay reserved without their owner, so that their links never lead to another user’s targets.',
    archive: 'domains.json',
  },

  // Clicks
  click_events: {
    fate: 'delete',
    why: 'Visitor codes are deleted with them.',
    archive: no('About visitors. clicks.csv has the totals.'),
  },
  closed_clicks: {
    fate: 'delete',
    why: 'Clicks of the user’s links are removed from the rows of their day.',
    archive: no('About visitors. clicks.csv has the totals.'),
  },
  click_batches: {
    fate: 'delete',
    why: 'Batches are counted within seconds. Clicks of deleted links are dropped then.',
    archive: DERIVED,
  },
  click_journals: notPersonal('Numbers of stored clicks of each process.'),
  edges: notPersonal('Names of edge servers.'),
  edge_changes: {
    fate: 'keep',
    why: 'Ids of changed and deleted rows, kept for two days so that edges delete their copies.',
    archive: DERIVED,
  },
  click_hours: { fate: 'delete', why: OWN_DATA, archive: 'clicks.csv' },
  click_facet_hours: { fate: 'delete', why: OWN_DATA, archive: 'click-facets.json' },
  click_visitors: {
    fate: 'keep',
    why: 'Hash of link and visitor, kept for a day. It cannot be reversed.',
    archive: no('About visitors.'),
  },
  own_visitors: { fate: 'delete', why: OWN_DATA, archive: no('Deleted after two days.') },
  link_clicks: { fate: 'delete', why: OWN_DATA, archive: 'links.csv' },
  user_days: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_days: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_facet_days: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  order_differences: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
}
