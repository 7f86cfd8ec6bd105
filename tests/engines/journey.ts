import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { isHere, launch, type EngineName } from './launch.ts'
import { STEPS } from './steps.ts'
import { World } from './world.ts'

const PICTURES = 'test-results/engines'

/**
 * Runs the same journey in each browser. It is one test, because each step continues from the
 * previous one. A retry starts with a new browser and a new user.
 */
export function journey(name: EngineName) {
  describe.runIf(isHere(name))(`in ${name}`, () => {
    test('one journey through the app', async () => {
      const world = await World.make(() => launch(name))
      try {
        for (const [title, step] of STEPS)
          await expect(take(world, `${name}, ${title}`, step)).resolves.toBeUndefined()
      } finally {
        await world.end()
      }
    })
  })
}

type Step = (typeof STEPS)[number][1]

/** Runs a step. If it fails, adds its title to the error and saves a screenshot. */
async function take(world: World, title: string, step: Step) {
  try {
    await step(world)
  } catch (error) {
    await mkdir(PICTURES, { recursive: true })
    await writeFile(`${PICTURES}/${title.slice(0, 80)}.png`, await world.visitor.screenshot())
    throw new Error(`${title}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
