import { nameOfPerson, type DeskPerson } from './people.ts'

/** Shows the name of a person with the address below. */
export const PersonName = ({ person }: { person: Pick<DeskPerson, 'name' | 'email'> }) => (
  <span class="pt-text">
    <b>{nameOfPerson(person)}</b>
    <span class="sub">
      {person.email === ''
        ? 'Everybody who has a link without a name'
        : person.name && person.email}
    </span>
  </span>
)
