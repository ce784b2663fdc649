import { useQuery } from '@tanstack/react-query'
import { chainsQuery } from '../api/queries.ts'
import { useApi } from './use-api.ts'

/** Says a chain's name for people. A chain that is not listed keeps its id. */
export function useChainName(): (chain: string) => string {
  const { data: chains } = useQuery(chainsQuery(useApi()))
  return (chain) => chains?.find((one) => one.chain === chain)?.display_name ?? chain
}
