// Prints the packages that the server runs and the app contains as a CycloneDX list (SBOM).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Licences of packages that name none in their package.json, from their file LICENSE. */
const LICENCES = { 'png-js': 'MIT' }
/**
 * Mark of npm on packages that only tools use. It is removed, because a package that is installed
 * twice, for the server and for a tool, may have it.
 */
const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * Programs of TypeScript, by platform. The lock file does not mark them as packages of tools, but
 * only tools use them.
 */
const TYPESCRIPT = 'node_modules/@typescript/'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const used = new Set(
  Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .filter(([path]) => !path.startsWith(TYPESCRIPT))
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
)

// `npm sbom --omit=dev` would omit packages that both the server and tools use.
const list = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  }),
)
const refOf = (component) => component['bom-ref']
const components = list.components.filter((one) => used.has(refOf(one))).map(withCorrections)
const product = { ...list.metadata.component, name: 'split', type: 'application' }
const kept = new Set([...components, product].map(refOf))
const dependencies = list.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
const metadata = { ...list.metadata, component: product }
process.stdout.write(
  `${JSON.stringify({ ...list, metadata, components, dependencies }, null, 2)}\n`,
)

/** Adds a licence that the package.json lacks, and removes the mark of tools. */
function withCorrections(component) {
  const id = LICENCES[component.name]
  const properties = component.properties.filter(({ name }) => name !== DEVELOPMENT)
  return { ...component, properties, ...(id && { licenses: [{ license: { id } }] }) }
}
