export { AccountsScreen } from './accounts-screen.tsx'
export { JoinScreen } from './join-screen.tsx'
export { PeopleScreen } from './people-screen.tsx'
