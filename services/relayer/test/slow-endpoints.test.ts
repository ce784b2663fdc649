/** Tests endpoints that are honest and slow: what they say in time is enough to take work on, and to do it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { it } from '@jest/globals'
import { untilSo } from '@tandem/local-services'
import { acceptClaim, claimOf } from './support/api.ts'
import { useTestbed } from './support/use-testbed.ts'

const slowMs = 1_500
const testbed = useTestbed({ anvil: { blockTimeSecs: 1 } })

it('three that answer in 1.5 s: the first claim that is posted is taken, and mined', async () => {
  const endpoints = await Promise.all([1, 2, 3].map(() => testbed.startProxy()))
  for (const endpoint of endpoints) endpoint.lie = () => sleep(slowMs, undefined)
  const url = await testbed.startRelayer(testbed.rpcUrls({ right: endpoints }))
  const { order, secret } = await testbed.order()
  await acceptClaim(url, { order, secret })
  await untilSo(
    () => claimOf(url, order),
    ({ status }) => ['mined', 'confirmed'].includes(status),
    'the claim is mined',
  )
}, 180_000)
