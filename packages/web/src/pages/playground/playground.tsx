import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Identifier } from '../../components/identifier.tsx'
import { Panel } from '../../components/panel.tsx'
import { Answered, Empty, Problem } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useApi } from '../../components/use-api.ts'
import { useChainName } from '../../components/use-chain-name.ts'
import { useTitle } from '../../components/use-title.ts'
import { en } from '../../strings/en.ts'
import { act, logQuery, type PlaygroundState, stateQuery } from './playground-api.ts'

const text = en.playground

export function PlaygroundPage() {
  useTitle(text.title)
  const { playgroundUrl } = useApi()
  return (
    <>
      <div className="stack">
        <h1>{text.title}</h1>
        <p className="soft">{text.intro}</p>
      </div>
      {playgroundUrl === null ? <Empty title={text.none} hint={text.noneHint} /> : <Loaded url={playgroundUrl} />}
    </>
  )
}

function Loaded({ url }: { url: string }) {
  const query = useQuery(stateQuery(url))
  return (
    <div className="page-place">
      <Answered query={query} lines={12}>
        {(state) => (
          <>
            <ProcessesPanel url={url} state={state} />
            <ChainsPanel url={url} state={state} />
            <AccountsPanel accounts={state.accounts} />
          </>
        )}
      </Answered>
    </div>
  )
}

/** Presses of the page's buttons; the answer is the new state. */
function useAct(url: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (path: string) => act(url, path),
    onSuccess: (state) => queries.setQueryData(stateQuery(url).queryKey, state),
  })
}

interface PanelProps {
  url: string
  state: PlaygroundState
}

function ProcessesPanel({ url, state }: PanelProps) {
  const press = useAct(url)
  return (
    <Panel id="processes" title={text.processes} intro={text.logs(state.log_dir)}>
      <ul className="rows">
        {state.processes.map(({ name, url: served, pid, is_running: isRunning }) => (
          <li key={name} className="stack">
            <div className="panel-head">
              <span className="row">
                <strong>{text.nameOf(name)}</strong>
                <span className="badge" data-tone={isRunning ? 'good' : 'bad'}>
                  {isRunning ? text.running : text.stopped}
                </span>
                <span className="small soft">
                  {served}, {text.pid} {pid}
                </span>
              </span>
              <button
                type="button"
                className="button quiet"
                disabled={press.isPending}
                onClick={() => press.mutate(`processes/${name}/${isRunning ? 'stop' : 'start'}`)}
                aria-label={text.of(isRunning ? text.stop : text.start, text.nameOf(name))}
              >
                {isRunning ? text.stop : text.start}
              </button>
            </div>
            <Log url={url} name={name} />
          </li>
        ))}
      </ul>
      <Problem text={failureOf(press.error)} />
    </Panel>
  )
}

function Log({ url, name }: { url: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(logQuery(url, name, isOpen))
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="small">{text.log(text.nameOf(name))}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className="log" tabIndex={0} aria-label={text.log(text.nameOf(name))}>
        {data === undefined || data.lines.length === 0 ? text.noLog : data.lines.toReversed().join('\n')}
      </section>
    </details>
  )
}

function ChainsPanel({ url, state }: PanelProps) {
  const press = useAct(url)
  const chainName = useChainName()
  const reorganised = press.isSuccess ? /^chains\/(.+)\/reorg$/.exec(press.variables)?.[1] : undefined
  return (
    <Panel id="chains" title={text.chains}>
      <ul className="rows">
        {state.chains.map((chain) => (
          <li key={chain.name} className="panel-head">
            <span className="row">
              <strong>{chainName(chain.name)}</strong>
              <span className="badge" data-tone={chain.is_paused ? 'bad' : 'good'}>
                {chain.is_paused ? text.paused : text.mining}
              </span>
              <span className="small soft number">
                {chain.rpc_url}, {text.chainId(chain.chain_id)}, {en.block(chain.block)}{' '}
                <Time at={new Date(chain.timestamp * 1000).toISOString()} isShort />
              </span>
            </span>
            <span className="row">
              <button
                type="button"
                className="button quiet"
                disabled={press.isPending}
                onClick={() => press.mutate(`chains/${chain.name}/${chain.is_paused ? 'resume' : 'pause'}`)}
                aria-label={text.of(chain.is_paused ? text.resume : text.pause, chainName(chain.name))}
              >
                {chain.is_paused ? text.resume : text.pause}
              </button>
              <button
                type="button"
                className="button quiet"
                disabled={press.isPending}
                onClick={() => press.mutate(`chains/${chain.name}/reorg`)}
                aria-label={text.of(text.reorg(state.reorg_depth), chainName(chain.name))}
              >
                {text.reorg(state.reorg_depth)}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {reorganised === undefined ? null : (
        <p className="note" role="status">
          {text.reorged(chainName(reorganised))}
        </p>
      )}
      <Problem text={failureOf(press.error)} />
    </Panel>
  )
}

const failureOf = (error: Error | null) => (error === null ? null : text.failed(error.message))

function AccountsPanel({ accounts }: { accounts: PlaygroundState['accounts'] }) {
  return (
    <Panel id="accounts" title={text.accounts}>
      <Table
        rows={accounts}
        keyOf={({ name }) => name}
        columns={[
          { title: text.account, cell: ({ name }) => text.nameOf(name) },
          {
            title: text.address,
            cell: ({ name, address }) => <Identifier value={address} name={`${name}, ${text.address}`} />,
          },
          {
            title: text.key,
            cell: ({ name, private_key: key }) => <Identifier value={key} name={`${name}, ${text.key}`} />,
          },
        ]}
      />
    </Panel>
  )
}
