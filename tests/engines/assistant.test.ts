import { describe, expect, test } from 'vitest'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { isHere, launch } from './launch.ts'
import { useAssistant } from './steps-assistant.ts'
import { signUp } from './steps-links.ts'
import { World } from './world.ts'

describe.each(['chromium', 'firefox', 'webkit'] as const)('an assistant in %s', (name) => {
  test.runIf(isHere(name))(
    'is allowed, asks before it publishes, and is disconnected',
    async () => {
      const world = await World.make(() => launch(name))
      try {
        await signUp(world)
        const made = await fetch(`${world.server.origin}/v2/my/pages/`, {
          method: 'POST',
          headers: { [TOKEN_HEADER]: await world.token(), 'Content-Type': 'application/json' },
          body: JSON.stringify({ slug: 'ana-example', title: 'Ana Example' }),
        })
        expect(made.status).toBe(201)
        await useAssistant(world)
      } finally {
        await world.end()
      }
    },
  )
})
