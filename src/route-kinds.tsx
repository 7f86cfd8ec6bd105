// Functions that create the entries of the table in routes.tsx.
import {
  createRootRoute,
  createRoute,
  redirect,
  useSearch,
  type AnyValidator,
} from '@tanstack/react-router'
import { Suspense, type FunctionComponent } from 'react'
import { afterFirstScreen } from '#live/start/first-screen.ts'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { ParamDialog, ForInvited, ForNewcomers, LazyOverlay, Shell } from '#app/shell/shell.tsx'
import { paths, ShellSearch } from '#paths.ts'
import {
  BrandInvitationPopup,
  ConnectedDialog,
  ConnectionReturn,
  LinkDialog,
  Milestones,
  Notifications,
  OfferSheet,
  Onboarding,
  type LazyComponent,
  Welcome,
} from './screens.ts'

const Root: FunctionComponent = () => (
  <Shell linkDialog={LinkDialog} notices={Notifications}>
    <ParamDialog param="nonce">
      <ConnectionReturn />
    </ParamDialog>
    <ParamDialog param="connected">
      <ConnectedDialog />
    </ParamDialog>
    <ParamDialog param="offer">
      <OfferSheet />
    </ParamDialog>
    <ParamDialog param="onboarding">
      <Onboarding />
    </ParamDialog>
    <LazyOverlay>
      <Milestones />
    </LazyOverlay>
    <ForNewcomers>
      <Welcome />
    </ForNewcomers>
    <ForInvited>
      <BrandInvitationPopup />
    </ForInvited>
  </Shell>
)

export const root = createRootRoute({ validateSearch: ShellSearch, component: Root })

type Parts = Record<string, LazyComponent>

/** Creates the route of a screen. */
export const screenRoute = <const Path extends string>(path: Path, component: LazyComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

/** Creates the route of a screen with search parameters, parsed by `validateSearch`. */
export const screenRouteWithSearch = <const Path extends string, Search extends AnyValidator>(
  path: Path,
  validateSearch: Search,
  component: LazyComponent,
) => createRoute({ getParentRoute: () => root, path, validateSearch, component })

/** Creates a parent route whose screen stays mounted while its child addresses change. */
export const sharedRoute = <const Id extends string, Search extends AnyValidator>(
  id: Id,
  validateSearch: Search,
  component: LazyComponent,
) => createRoute({ getParentRoute: () => root, id, validateSearch, component })

/**
 * Creates a screen with tabs under one address. The `tab` parameter selects one of `tabs`; a part
 * of `over` is shown while the parameter of its name is set.
 */
export function tabbedScreen(
  DefaultScreen: LazyComponent,
  { tabs, over }: { tabs: Parts; over: Parts },
): LazyComponent {
  const SelectedScreen = () => {
    const search: Record<string, string | undefined> = useSearch({ strict: false })
    const Screen = tabs[search['tab'] ?? ''] ?? DefaultScreen
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
  return Object.assign(SelectedScreen, { preload: DefaultScreen.preload })
}

export const redirectRoute = <const Path extends string>(
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
export const unknownRoute = createRoute({
  getParentRoute: () => root,
  path: '/$',
  beforeLoad: ({ preload }) => {
    if (!preload) void showUnknownMessage()
    throw redirect({ to: paths.home, replace: true })
  },
})

async function showUnknownMessage() {
  await afterFirstScreen()
  toast('That page does not exist. This is Home.', { tone: 'info' })
}
