// Functions that create the entries of the table in routes.tsx.
import {
  createRootRoute,
  createRoute,
  redirect,
  useSearch,
  type AnyValidator,
} from '@tanstack/react-router'
import { Suspense, type FunctionComponent } from 'react'
import { firstScreen } from '#live/start/first-screen.ts'
import { QuietBoundary } from '#ui/quiet-boundary.tsx'
import { toast } from '#ui/toast.tsx'
import { Asked, Invited, Newcomer, Over, Shell } from '#app/shell/shell.tsx'
import { paths, ShellSearch } from '#paths.ts'
import {
  BrandInvitationPopup,
  ConnectedDialog,
  ConnectionReturn,
  LinkDialog,
  Milestones,
  Notices,
  OfferSheet,
  Onboarding,
  type Part,
  Welcome,
} from './screens.ts'

const Root: FunctionComponent = () => (
  <Shell linkDialog={LinkDialog} notices={Notices}>
    <Asked param="nonce">
      <ConnectionReturn />
    </Asked>
    <Asked param="connected">
      <ConnectedDialog />
    </Asked>
    <Asked param="offer">
      <OfferSheet />
    </Asked>
    <Asked param="onboarding">
      <Onboarding />
    </Asked>
    <Over>
      <Milestones />
    </Over>
    <Newcomer>
      <Welcome />
    </Newcomer>
    <Invited>
      <BrandInvitationPopup />
    </Invited>
  </Shell>
)

export const root = createRootRoute({ validateSearch: ShellSearch, component: Root })

type Parts = Record<string, Part>

/** Creates the route of a screen. */
export const screen = <const Path extends string>(path: Path, component: Part) =>
  createRoute({ getParentRoute: () => root, path, component })

/** Creates the route of a screen with search parameters, parsed by `validateSearch`. */
export const screenWith = <const Path extends string, Search extends AnyValidator>(
  path: Path,
  validateSearch: Search,
  component: Part,
) => createRoute({ getParentRoute: () => root, path, validateSearch, component })

/** Creates a parent route whose screen stays mounted while its child addresses change. */
export const shared = <const Id extends string, Search extends AnyValidator>(
  id: Id,
  validateSearch: Search,
  component: Part,
) => createRoute({ getParentRoute: () => root, id, validateSearch, component })

/**
 * Creates a screen with tabs under one address. The `tab` parameter selects one of `tabs`; a part
 * of `over` is shown while the parameter of its name is set.
 */
export function tabbed(First: Part, { tabs, over }: { tabs: Parts; over: Parts }): Part {
  const Chosen = () => {
    const search: Record<string, string | undefined> = useSearch({ strict: false })
    const Screen = tabs[search['tab'] ?? ''] ?? First
    const Over = Object.entries(over).find(([name]) => search[name] !== undefined)?.[1]
    return (
      <>
        <Screen />
        {Over && (
          <QuietBoundary>
            <Suspense>
              <Over />
            </Suspense>
          </QuietBoundary>
        )}
      </>
    )
  }
  return Object.assign(Chosen, { preload: First.preload })
}

export const goes = <const Path extends string>(
  path: Path,
  to: typeof paths.walletRequests | typeof paths.links | typeof paths.connections,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })

/** Route of all unknown addresses. It redirects to Home and shows a message. */
export const unknown = createRoute({
  getParentRoute: () => root,
  path: '/$',
  beforeLoad: ({ preload }) => {
    if (!preload) void sayUnknown()
    throw redirect({ to: paths.home, replace: true })
  },
})

async function sayUnknown() {
  await firstScreen()
  toast('That page does not exist. This is Home.', { tone: 'info' })
}
