import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { Screen } from '#app/shell/screen.tsx'
import { paths } from '#paths.ts'
import { signOut } from './sign-out.ts'

let leaving: Promise<boolean> | undefined

/** Opening it signs out: token, cookies and everything kept on this device. */
export function LogoutScreen() {
  const router = useRouter()
  const stay = useEffectEvent((left: boolean) => {
    leaving = undefined
    if (!left) router.history.replace(paths.home)
  })
  useEffect(() => {
    leaving ??= signOut()
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
