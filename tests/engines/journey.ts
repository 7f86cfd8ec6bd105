import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { isHere, type EngineName } from './launch.ts'
import { STEPS } from './steps.ts'
import { World } from './world.ts'

const PICTURES = 'test-results/engines'

/**
 * The same way through the app in each browser. One test, because each step goes on where the last one
 * ended: a second try begins with a new browser and a new person.
 */
export function journey(name: EngineName) {
  describe.runIf(isHere(name))(`in ${name}`, () => {
    test('one journey through the app', async () => {
      const world = await World.make(name)
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

/** A step that fails is named, and leaves a picture of where it stood. */
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
