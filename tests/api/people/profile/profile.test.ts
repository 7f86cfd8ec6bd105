import { expect, test } from 'vitest'
import type { PublicProfile } from '#contract/people/profile.ts'
import { ask } from '#support/server/asking.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { upload } from '#support/server/links/uploading.ts'

const server = await startTestServer()

const ROOT = '/v2/my/profile/public/'
const MAYA = { first_name: 'Maya', last_name: 'Okafor', contact_email: 'hello@maya.example' }
type Answer = { result: PublicProfile }

const read = async (person: Person) =>
  (await ask<Answer>(person, 'GET', `${ROOT}retrieve_profile/`)).body.result
const save = (person: Person, body: object) =>
  ask<Answer>(person, 'PUT', `${ROOT}update_profile/`, body)

test('a new user has an empty profile, not an error (R-030, R-359, R-360, A-023)', async () => {
  const ana = await signUp(server)
  expect(await read(ana)).toEqual({
    first_name: '',
    last_name: '',
    contact_email: '',
    avatar_url: null,
    image_upload_id: null,
    image_params: null,
  })
})

test('a saved profile is answered, can be read again, and names the account (A-024, R-108, R-361)', async () => {
  const ana = await signUp(server)
  const { status, body } = await save(ana, { ...MAYA, contact_email: ' Hello@Maya.example ' })
  expect([status, body.result]).toEqual([200, expect.objectContaining(MAYA)])
  expect(await read(ana)).toEqual(body.result)
  const me = await ask(ana, 'GET', '/v1/users/me')
  expect(me.body).toMatchObject({ name_first: 'Maya', name_last: 'Okafor' })
})

test('each invalid field is named, and nothing is saved (A-024, R-361)', async () => {
  const ana = await signUp(server)
  const errors = async (body: object) => {
    const answer = await save(ana, body)
    return [answer.status, answer.body.errors]
  }
  expect(await errors({ ...MAYA, first_name: '  ', contact_email: 'maya' })).toEqual([
    400,
    {
      first_name: ['Enter your first name.'],
      contact_email: ['Enter an email address, like name@example.com.'],
    },
  ])
  expect(await errors({})).toEqual([
    400,
    {
      first_name: ['This field is required.'],
      last_name: ['This field is required.'],
      contact_email: ['This field is required.'],
    },
  ])
  expect((await read(ana)).first_name).toBe('')
})

test('the avatar is the user’s own upload with its crop; it stays if left out and is removed with null (A-024, R-298)', async () => {
  const [ana, eve] = [await signUp(server), await signUp(server)]
  const { id, image_url } = await upload(server, ana, undefined, 'profile')
  const image_params = { x1: 0.25, y1: 0, x2: 0.75, y2: 1 }
  const saved = await save(ana, { ...MAYA, image_upload_id: id, image_params })
  const avatar_url = `/cdn-cgi/image/crop=0.25;0;0.75;1${image_url}`
  expect(saved.body.result).toMatchObject({ image_upload_id: id, image_params, avatar_url })
  expect((await server.request('GET', avatar_url)).headers.get('content-type')).toMatch(/^image\//)
  expect((await save(ana, MAYA)).body.result).toMatchObject({ avatar_url })
  expect((await ask(ana, 'GET', '/v1/users/me')).body).toMatchObject({ avatar_url })

  const noInteger = { errors: { image_upload_id: ['A valid integer is required.'] } }
  for (const image_upload_id of [id, 999_999])
    expect(await save(eve, { ...MAYA, image_upload_id })).toEqual({ status: 400, body: noInteger })
  expect((await save(eve, { ...MAYA, image_upload_id: 'x' })).body).toEqual(noInteger)
  expect((await read(eve)).first_name).toBe('')

  const without = await save(ana, { ...MAYA, image_upload_id: null })
  expect(without.body.result).toMatchObject({ avatar_url: null, image_params: null })
})
