import type { Logger } from '@tandem/service-kit'
import { Gauge, type Registry } from 'prom-client'
import { formatEther } from 'viem'
import type { SignerBalance } from './balance-watch.ts'
import type { GasMoney } from './domain/gas-money.ts'

export function makeObserveBalances(logger: Logger, registry: Registry) {
  const labelNames = ['chain', 'signer'] as const
  const registers = [registry]
  const left = new Gauge({
    name: 'tandem_relayer_signer_claims_left',
    help: 'For how many more claims a signer can pay at the fee that is offered now.',
    labelNames,
    registers,
  })
  const coins = new Gauge({
    name: 'tandem_relayer_signer_balance_coins',
    help: 'The balance of a signer, in whole coins of the chain.',
    labelNames,
    registers,
  })
  const hours = new Gauge({
    name: 'tandem_relayer_signer_hours_left',
    help: 'For how many hours a signer’s balance lasts if it spends as much as in the last hour.',
    labelNames,
    registers,
  })
  const last = new Map<string, GasMoney>()
  const onBalance = ({ chain, signer, balance, claims, money, hoursLeft }: SignerBalance): void => {
    left.set({ chain, signer }, Number(claims))
    coins.set({ chain, signer }, Number(formatEther(balance)))
    if (hoursLeft === undefined) hours.remove({ chain, signer })
    else hours.set({ chain, signer }, hoursLeft)
    const key = `${chain} ${signer}`
    const before = last.get(key) ?? 'enough'
    last.set(key, money)
    if (before === money) return
    const fields = { chain, signer, balance, claims_left: claims }
    if (money === 'enough') logger.info('signer.balance_restored', fields)
    else if (money === 'low') logger.warn('signer.low_balance', fields)
    else logger.error('signer.no_gas_money', fields)
  }
  return {
    onBalance,
    onError: (error: unknown) =>
      logger.warn('balances.unread', { error: error instanceof Error ? error.message : 'unknown' }),
  }
}
