import { expect, it } from '@jest/globals'
import type { OrderFilter } from '../usecases/ports.ts'
import type { AssetColumn, NarrowFilter } from './order-filter.ts'
import { onRoutes } from './order-routes.ts'

const routes = [
  { source_asset: 'a:usdc', dest_asset: 'b:usdc' },
  { source_asset: 'a:eth', dest_asset: 'b:usdc' },
  { source_asset: 'b:eth', dest_asset: 'a:eth' },
]

it.each<[string, OrderFilter, readonly AssetColumn[] | 'no order' | 'as it was']>([
  ['two chains with a route', { sourceChain: 'a', destChain: 'b' }, 'as it was'],
  ['the same chain on both sides', { sourceChain: 'a', destChain: 'a' }, 'no order'],
  ['a chain whose name begins like another', { sourceChain: 'a', destChain: 'b:usd' }, 'no order'],
  ['an asset given on its own chain', { asset: 'a:usdc', sourceChain: 'a' }, ['source_asset']],
  ['an asset given, and asked for', { asset: 'a:eth', sourceChain: 'b' }, ['dest_asset']],
  ['an asset on both sides, and the chain of one', { asset: 'a:eth', destChain: 'b' }, ['source_asset']],
  ['an asset that is only asked for', { asset: 'b:usdc', sourceChain: 'b' }, 'no order'],
  ['an asset, and both chains', { asset: 'b:usdc', sourceChain: 'a', destChain: 'b' }, ['dest_asset']],
  ['an asset that no order has', { asset: 'a:dai', sourceChain: 'a' }, 'no order'],
])('the columns of %s', (_, filter, expected) => {
  const found: NarrowFilter | undefined = onRoutes(filter, routes)
  if (expected === 'no order') expect(found).toBeUndefined()
  else expect(found).toEqual(expected === 'as it was' ? filter : { ...filter, assetIn: expected })
})

it.each<[string, OrderFilter, readonly string[] | undefined]>([
  ['a chain and an address', { destChain: 'b', address: '0x1' }, ['b:usdc']],
  ['a chain that several assets of are asked for', { destChain: 'c', address: '0x1' }, ['c:eth', 'c:usdc']],
  ['both chains and an address', { sourceChain: 'a', destChain: 'c', address: '0x1' }, ['c:eth']],
  ['a chain of too many assets', { destChain: 'd', address: '0x1' }, undefined],
  ['a chain alone', { destChain: 'b' }, undefined],
  ['an address beside the asset that is asked for', { asset: 'b:usdc', destChain: 'b', address: '0x1' }, undefined],
])('the assets that orders of %s asked for', (_, filter, expected) => {
  const others = [
    { source_asset: 'a:eth', dest_asset: 'c:eth' },
    { source_asset: 'b:eth', dest_asset: 'c:eth' },
    { source_asset: 'b:eth', dest_asset: 'c:usdc' },
    ...Array.from({ length: 9 }, (_each, index) => ({ source_asset: 'a:eth', dest_asset: `d:token${index}` })),
  ]
  expect(onRoutes(filter, [...routes, ...others])?.destAssets).toEqual(expected)
})
