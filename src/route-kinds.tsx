// What the entries of the table in routes.tsx are made of.
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

/** A screen that exists. */
export const screen = <const Path extends string>(path: Path, component: Part) =>
  createRoute({ getParentRoute: () => root, path, component })

/** A screen whose address says more behind the `?`, as `validateSearch` reads it. */
export const screenWith = <const Path extends string, Search extends AnyValidator>(
  path: Path,
  validateSearch: Search,
  component: Part,
) => createRoute({ getParentRoute: () => root, path, validateSearch, component })

/** One screen under several addresses, its children: it stays while they change. */
export const shared = <const Id extends string, Search extends AnyValidator>(
  id: Id,
  validateSearch: Search,
  component: Part,
) => createRoute({ getParentRoute: () => root, id, validateSearch, component })

/**
 * A screen with `tabs`, others under the same address, chosen by its `tab` parameter, and what lies `over`
 * them while the parameter of that name is there.
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

/** Every address that nobody knows leads home, which is no answer to it: that is said where it can be read. */
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
