import { boxName } from '../actions/chosen.ts'

type ChooseProps = {
  id: number
  /** Id of the form that receives the choice. */
  form: string
  name: string
  isChosen?: boolean
}

/** Shows the checkbox of a row, with the name of the row as its label. */
export const Choose = ({ id, form, name, isChosen }: ChooseProps) => (
  <label class="pick">
    <input type="checkbox" name={boxName(id)} form={form} checked={isChosen} />
    {name}
  </label>
)

type PersonProps = { id: string; email: string | null }

/** Shows the email address of a user as a link to their page. */
export const PersonLink = ({ id, email }: PersonProps) =>
  email === null ? <>former user</> : <a href={`/console/people/${id}`}>{email}</a>
