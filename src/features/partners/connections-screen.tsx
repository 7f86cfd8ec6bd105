import { PartnersScreen } from './partners-screen.tsx'

/** Brands that want to know who one is, and those that do. */
export function ConnectionsScreen() {
  return (
    <PartnersScreen tab="connections" freshness="none">
      {null}
    </PartnersScreen>
  )
}
