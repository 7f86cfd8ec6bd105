import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths } from '#paths.ts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { signOut } from './sign-out.ts'

let leaving: Promise<boolean> | undefined

/** Signs out when opened: removes token, cookies and all data on this device. */
export function LogoutScreen() {
  const router = useRouter()
  const stay = useEffectEvent((left: boolean) => {
    leaving = undefined
    if (!left) router.history.replace(paths.home)
  })
  useEffect(() => {
    leaving ??= askIfForeign().then((isWanted) => isWanted && signOut())
    void leaving.then(stay)
  }, [])
  return (
    <Screen title="Signing out" freshness="none">
      <p className="vh" role="status">
        Signing out
      </p>
    </Screen>
  )
}

/** Asks before signing out if a link on another website opened this page. Returns whether to go on. */
async function askIfForeign(): Promise<boolean> {
  if (!isOpenedElsewhere()) return true
  return confirm('A link on another website opened this page.', {
    title: 'Sign out?',
    ok: 'Sign out',
    cancel: 'Stay signed in',
  })
}

function isOpenedElsewhere(): boolean {
  const { referrer } = document
  const [load] = performance.getEntriesByType('navigation')
  // The referrer is that of the page's load. It says nothing about a later visit of this screen.
  const isFirstScreen = !load || new URL(load.name).pathname === paths.logout
  return isFirstScreen && referrer !== '' && new URL(referrer).origin !== location.origin
}
