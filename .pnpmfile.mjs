/** These parse by the compiler's JavaScript API, which TypeScript 7 does not have. */
const parsers = ['dependency-cruiser', 'openapi-typescript']

function readPackage(manifest) {
  if (!parsers.includes(manifest.name)) return manifest
  const { typescript: _, ...peerDependencies } = manifest.peerDependencies ?? {}
  const dependencies = { ...manifest.dependencies, typescript: 'npm:@typescript/typescript6@6.0.2' }
  return { ...manifest, peerDependencies, dependencies }
}

export const hooks = { readPackage }
