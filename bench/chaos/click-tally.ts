import type { totals } from '../support/stored-links.ts'
import type { ClickCounts } from './redirects.ts'
import { secondsUntil, totalsAgree, type Finding } from './world.ts'

type Totals = Awaited<ReturnType<typeof totals>>

/** Compares the clicks that servers answered with those that are counted, after each kill. */
export class ClickTally {
  answered = 0
  readonly #read: () => Promise<Totals>
  #before: Totals
  #lost = 0
  #isExact = true

  private constructor(read: () => Promise<Totals>, before: Totals) {
    this.#read = read
    this.#before = before
  }

  /** Begins with the clicks counted so far. `read` waits until all stored clicks are counted. */
  static async start(read: () => Promise<Totals>): Promise<ClickTally> {
    return new ClickTally(read, await read())
  }

  /** Adds the clicks around a kill. Waits until the next process has stored what was left. */
  async add({ answered, none }: ClickCounts): Promise<void> {
    const counted = ({ events }: Totals) => events - this.#before.events
    await secondsUntil(async () => counted(await this.#read()) >= answered)
    const now = await this.#read()
    // A click whose answer was cut off may be counted.
    this.#isExact &&= totalsAgree(now) && counted(now) <= answered + none
    this.#lost += Math.max(0, answered - counted(now))
    this.answered += answered
    this.#before = now
  }

  /** Returns whether each answered click was counted once. */
  finding(done: string): Finding {
    return {
      fault: '',
      done,
      mustHold: 'no answered click is lost, none is counted twice',
      measured: `${this.#lost} of ${this.answered} lost`,
      held: this.#lost === 0 && this.#isExact,
    }
  }
}
