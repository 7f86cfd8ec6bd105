// @ts-expect-error -- the package has no types
import linter from 'addons-linter'

type Finding = { code: string; message: string; file?: string }
type Findings = Record<'errors' | 'warnings' | 'notices', Finding[]>

/** Runs Mozilla's linter, which needs no network, on a package. Returns what it found. */
export async function lintExtension(path: string): Promise<Finding[]> {
  const config = { _: [path], logLevel: 'fatal', output: 'none', shouldScanFile: () => true }
  const instance = linter.createInstance({ config, runAsBinary: false }) as {
    run(): Promise<Findings>
  }
  const { errors, warnings, notices } = await instance.run()
  return [...errors, ...warnings, ...notices]
}
