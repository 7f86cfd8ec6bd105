import { expect } from 'vitest'
import type { Refusal } from './links.ts'
import type { Person } from './people.ts'

export type Answer<Body> = { status: number; body: Body & Refusal }

/** Sends a request. Returns its status and body, which is null for an empty answer. */
export async function ask<Body = unknown>(
  person: Person,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer<Body>> {
  const response = await person.send(method, path, body, headers)
  const text = await response.text()
  return {
    status: response.status,
    body: (text === '' ? null : JSON.parse(text)) as Body & Refusal,
  }
}

/** Returns the answer that refuses one field with this message. */
export const fieldError = (field: string, message: string) => ({
  status: 400,
  body: { errors: { [field]: [message] } },
})

/** Expects that a request is refused because of exactly this field. */
export async function expectRefused(answer: Promise<Answer<unknown>>, field: string, of?: unknown) {
  const { status, body } = await answer
  expect([status, Object.keys(body.errors)], JSON.stringify(of)).toEqual([400, [field]])
}

/** Returns the status of a response and its body, which is JSON or text. */
export async function statusAndBody(response: Response): Promise<[status: number, body: unknown]> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return [response.status, isJson ? await response.json() : await response.text()]
}

/** Sends requests one after the other, each with its number. Returns their statuses. */
export async function statusesOf(
  count: number,
  request: (index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push((await request(index)).status)
  return statuses
}

/** Expects that a request is refused because of a rate limit, with the time to wait. */
export function expectTooMany(response: Pick<Response, 'status' | 'headers'>, minSeconds = 1) {
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(minSeconds)
}
