/**
 * Writes the network file of the development overlay. With `--check`, it writes nothing, and fails
 * when the committed file is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { startAnvil } from '@tandem/local-services'
import { devnetChains, devnetL1 } from '../src/chains.ts'
import { deployNetwork } from '../src/deploy-network.ts'

const file = new URL('../../../infra/k8s/overlays/dev/network.json', import.meta.url)
const chains = [...devnetChains, devnetL1]
const anvils = await Promise.all(
  chains.map(({ chainId }) => startAnvil({ chainId, blockTimeSecs: 1, mixedMining: true })),
)
try {
  const urls = Object.fromEntries(chains.map(({ name }, index) => [name, anvils[index]?.rpcUrl ?? '']))
  const network = await deployNetwork(urls as Record<(typeof chains)[number]['name'], string>)
  const text = `${JSON.stringify(network, null, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('infra/k8s/overlays/dev/network.json is not current: npm run generate')
    process.exitCode = 1
  }
} finally {
  await Promise.all(anvils.map((anvil) => anvil.stop()))
}
