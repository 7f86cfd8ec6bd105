import { resolve } from 'node:path'

type Graph = {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/**
 * Build files of the start. A module goes to the first file whose entries import it statically,
 * directly or indirectly. There are few files, because on a slow network the number of requests
 * costs more than their size. tests/e2e/app/start-files.spec.ts checks what a start loads.
 */
const START_FILES: [name: string, from: string[]][] = [
  // The entry. It must run in outdated browsers.
  ['entry', ['src/main.tsx']],
  // The app shell.
  ['start', ['src/routes.tsx', 'src/start.tsx']],
  // Reading from the device, and showing errors. The shell does not wait for it.
  ['reading', ['src/app/problems/problems.ts', 'src/live/mirror.ts']],
  // The two screens that most visits start with.
  [
    'first-screens',
    ['src/features/links/list/links-screen.tsx', 'src/features/links/home/home-screen.tsx'],
  ],
  // The shell for wide windows. Phones do not load it.
  ['wide-shell', ['src/app/shell/wide-shell.tsx']],
  // Access to local data and the server.
  [
    'data',
    [
      'src/http/client.ts',
      'src/app/session/exchange.ts',
      'src/live/sync/keep-answer.ts',
      'src/mirror/store/open-database.ts',
      'src/live/sync/revalidate.ts',
      'src/live/wipe.ts',
    ],
  ],
]

/**
 * Files loaded after the first screen. They are separate, so that one that fails to load does not
 * affect another.
 */
const LATER_FILES: [name: string, from: string[]][] = [
  // Screens and dialogs for when something went wrong.
  [
    'problem-host',
    [
      'src/app/accounts/not-allowed.tsx',
      'src/app/problems/problem-host.tsx',
      'src/app/session/sign-in-unavailable.tsx',
    ],
  ],
  // Code that every start runs after the first screen is shown.
  [
    'later',
    [
      'src/app/chat/start-chat.ts',
      'src/app/facts/follow-facts.ts',
      'src/app/worker/lasting-storage.ts',
      'src/app/worker/launches.ts',
      'src/app/outbox/start-outbox.ts',
      'src/app/outbox/waiting-line.tsx',
      'src/app/session/follow-brand-link.ts',
      'src/app/shell/status-dock/sample-label.tsx',
      'src/app/shell/status-dock/time-banner.tsx',
      'src/app/shortcuts/shortcut-keys.tsx',
      'src/app/status/restricted-banner.tsx',
      'src/app/status/status-banner.tsx',
      'src/app/worker/push.ts',
      'src/app/worker/worker.ts',
      'src/features/people/milestones/milestones.tsx',
      'src/live/outbox/tab-outbox.ts',
    ],
  ],
  // Overlays such as dialogs. They are cached before they are needed.
  [
    'overlays',
    [
      'src/app/failure/run-action.ts',
      'src/app/install/install-dialog.tsx',
      'src/features/links/select/bulk-bar.tsx',
      'src/features/links/edit/edit-view.tsx',
      'src/features/links/link-dialog.tsx',
      'src/features/links/filter/list-filters.tsx',
      'src/features/links/list/row/row-menu-popup.tsx',
      'src/features/links/list/row/row-waiting.tsx',
      'src/features/links/share/share-waiting.tsx',
      'src/features/people/notifications/notifications-dialog.tsx',
      'src/ui/menu/floating-menu.tsx',
    ],
  ],
]

/** Libraries in their own files, because they change less often than the app. */
const LIBRARIES: [name: string, of: RegExp][] = [
  ['vendor-react', /node_modules[/\\](react|react-dom|scheduler)[/\\]/],
  ['vendor-router', /node_modules[/\\](@tanstack|jotai)[/\\]/],
]

/**
 * Returns the code-splitting groups for Rolldown. Earlier groups have priority and take their
 * modules with all dependencies.
 */
export function chunkGroups() {
  const groups = [
    ...LIBRARIES.map(([name, of]) => ({ name, test: of })),
    ...START_FILES.map(([name, from]) => ({ name: reachedFrom(name, from) })),
    { name: sharedByMany() },
    ...LATER_FILES.map(([name, from]) => ({ name: reachedFrom(name, from) })),
    { name: featureOf },
  ]
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

/** Features that share a file with another one, because their screens are opened from there. */
const SHARED_FEATURES: Record<string, string> = {
  account: 'settings',
  brands: 'partners',
  factors: 'settings',
  chat: 'partners',
  domains: 'tools',
  help: 'tools',
  history: 'links',
  imports: 'tools',
  'connect-app': 'developers',
  'connected-accounts': 'profile',
  'data-exports': 'settings',
  parameters: 'settings',
  leaving: 'settings',
  logout: 'profile',
  members: 'settings',
  money: 'wallet',
  'move-in': 'tools',
  networks: 'wallet',
  more: 'profile',
  rank: 'analytics',
  'secret-settings': 'settings',
  referrals: 'tools',
  rules: 'links',
  terms: 'wallet',
  widgets: 'tools',
}

/** Folders that belong to their module's own screens. */
const OWN_PARTS = new Set(['create', 'edit', 'filter', 'list', 'section', 'select', 'share'])

/** Returns the build file of a module by its path: one file per feature. Null outside `src/features`. */
export function featureOf(id: string): string | null {
  const [, module, folder] =
    /[/\\]src[/\\]features[/\\]([^/\\]+)[/\\](?:([^/\\]+)[/\\])?/.exec(id) ?? []
  if (module === undefined) return null
  const feature = folder === undefined || OWN_PARTS.has(folder) ? module : folder
  return SHARED_FEATURES[feature] ?? feature
}

/**
 * Returns a group that names the file for all modules reached from the given ones, and null for
 * others.
 */
function reachedFrom(name: string, from: string[]) {
  let reached: Set<string> | undefined
  return (id: string, graph: Graph) =>
    (reached ??= reach(from.map(full), graph)).has(id) ? name : null
}

/** Returns a group for modules that more than one later file imports. */
function sharedByMany() {
  let times: Map<string, number> | undefined
  return (id: string, graph: Graph) =>
    ((times ??= countReaches(graph)).get(id) ?? 0) > 1 ? 'kit' : null
}

function countReaches(graph: Graph): Map<string, number> {
  const times = new Map<string, number>()
  for (const from of laterFiles(graph).values())
    for (const id of reach(from, graph)) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}

/** Returns the entry modules of each later file: everything that is imported dynamically. */
function laterFiles(graph: Graph): Map<string, string[]> {
  const apart = new Map(
    LATER_FILES.flatMap(([name, from]) => from.map((file) => [full(file), name])),
  )
  const early = new Set(START_FILES.flatMap(([, from]) => from.map(full)))
  const files = new Map<string, string[]>()
  for (const id of onDemand(graph)) {
    if (early.has(id)) continue
    const name = apart.get(id) ?? featureOf(id) ?? id
    files.set(name, [...(files.get(name) ?? []), id])
  }
  return files
}

function onDemand(graph: Graph): Set<string> {
  const all = new Set([full('src/main.tsx')])
  const found = new Set<string>()
  for (const id of all) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const to of dynamicallyImportedIds) found.add(to)
    for (const to of [...importedIds, ...dynamicallyImportedIds]) all.add(to)
  }
  return found
}

const full = (file: string) => resolve(file)

function reach(from: readonly string[], graph: Graph): Set<string> {
  const found = new Set(from)
  for (const id of found) for (const to of graph.getModuleInfo(id)?.importedIds ?? []) found.add(to)
  return found
}
