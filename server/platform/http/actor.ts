import { AsyncLocalStorage } from 'node:async_hooks'

/** Person or program that makes a change. */
export type Actor = {
  kind: 'person' | 'api_key' | 'app' | 'operator' | 'system'
  /** Id of the user, key, consent or member of the staff; empty for the system and command line. */
  id: string
  /** Name for people to read: a person's name or email, or the name of the key or app. */
  name: string
}

const SYSTEM: Actor = { kind: 'system', id: '', name: '' }

const actors = new AsyncLocalStorage<Actor>()

/** Runs work on behalf of an actor. */
export const actAs = <T>(actor: Actor, work: () => T): T => actors.run(actor, work)

/** Returns who makes the changes of the running request; the system for jobs. */
export const currentActor = (): Actor => actors.getStore() ?? SYSTEM
